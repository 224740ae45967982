import type { Item } from '@armarium/contract/items';
import { Loader, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { PlaceField } from '../../../records/places/place-field.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import classes from './upload-wizard.module.css';

export interface NewItem {
  title: string;
  author: string;
  pressmark: string;
}

interface NewItemFormProps {
  id: string;
  value: NewItem;
  onChange(value: NewItem): void;
  onSubmit(event: FormEvent): void;
  /** Where the item goes. */
  collectionUuid: string;
  onPlace(collectionUuid: string): void;
  /** @param isPending a new collection is not created yet */
  onPlacePending(isPending: boolean): void;
  titleMissing: boolean;
  titleInput: RefObject<HTMLInputElement | null>;
  pressmarkInput: RefObject<HTMLInputElement | null>;
  /** Who has the pressmark: an item, null when it is free, undefined while unknown. */
  holder: Item | null | undefined;
  looking: boolean;
  lookupError: Error | null;
}

/** The create-item form (catalogue §5). */
export function NewItemForm({
  id,
  value,
  onChange,
  onSubmit,
  collectionUuid,
  onPlace,
  onPlacePending,
  titleMissing,
  titleInput,
  pressmarkInput,
  holder,
  looking,
  lookupError,
}: NewItemFormProps) {
  const { t } = useTranslation('upload');
  const [left, setLeft] = useState<ReadonlySet<keyof NewItem>>(new Set());
  const blank = (name: keyof NewItem) => value[name].trim() === '';
  const field = (name: keyof NewItem) => ({
    name,
    value: value[name],
    size: 'md' as const,
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...value, [name]: event.currentTarget.value }),
  });

  return (
    <form id={id} className={classes.form} onSubmit={onSubmit} noValidate>
      <PlaceField
        uuid={collectionUuid}
        label={t('into')}
        onChoose={({ collection }) => onPlace(collection.uuid)}
        onPending={onPlacePending}
      />
      <TextInput
        {...field('title')}
        ref={titleInput}
        label={t('form.title')}
        required
        data-autofocus
        dir="auto"
        error={titleMissing && t('form.titleRequired')}
      />
      <TextInput {...field('author')} label={t('form.author')} dir="auto" />
      <TextInput
        {...field('pressmark')}
        ref={pressmarkInput}
        label={t('form.pressmark')}
        description={t('form.pressmarkHelp')}
        required
        spellCheck={false}
        className="tabular"
        error={pressmarkError()}
        // It may come a while after the field was left.
        errorProps={{ role: 'alert' }}
        onBlur={() => setLeft(new Set([...left, 'pressmark']))}
        rightSection={
          blank('pressmark') ? null : looking ? (
            <Loader size={16} role="img" aria-label={t('checking')} />
          ) : holder === null ? (
            <IconCheck size={18} className={classes.free} aria-hidden />
          ) : null
        }
      />
      <p className="visually-hidden" role="status">
        {holder === null && !looking ? t('form.pressmarkFree') : ''}
      </p>
    </form>
  );

  function pressmarkError() {
    if (blank('pressmark')) return left.has('pressmark') && t('form.pressmarkRequired');
    if (holder) {
      return (
        <>
          {t('form.pressmarkTaken')}: <cite className={classes.holder}>{displayTitle(holder.sgtt)}</cite>
        </>
      );
    }
    if (lookupError === null) return false;
    return (
      <>
        {t('form.lookupFailed')}. {t('form.lookupFailedNext', { reason: describeProblem(lookupError).title })}
      </>
    );
  }
}
