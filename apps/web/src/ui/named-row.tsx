import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowChange } from './use-row-change.ts';
import { waitingProps } from './waiting-props.ts';
import classes from './named-row.module.css';

interface NamedRowProps {
  id: string;
  name: string;
  maxCharacters: number;
  /** Shows the name. Without it, the row shows the name as plain text. */
  children?: ReactNode;
  change: RowChange;
  /** Whether the user may rename and delete it. */
  mayChange?: boolean;
}

/** Something that a person keeps under a name, in a list where it is renamed and deleted. */
export function NamedRow({ id, name, maxCharacters, children, change, mayChange = true }: NamedRowProps) {
  const { t } = useTranslation('ui');
  const { changing, changed, begin } = change;
  if (changing?.id === id && changing.way === 'rename')
    return (
      <li className={classes.row}>
        <RenameForm key="rename" {...{ name, maxCharacters, change }} />
      </li>
    );
  return (
    <li className={classes.row}>
      {children ?? (
        <span className={classes.name} dir="auto">
          {name}
        </span>
      )}
      {mayChange && (
        <>
          <Button
            key="rename"
            autoFocus={changed?.id === id && changed.way === 'rename'}
            variant="subtle"
            size="compact-md"
            aria-label={t('named.renameOf', { name })}
            onClick={() => begin(id, name, 'rename')}
          >
            {t('named.rename')}
          </Button>
          <DeleteButtons {...{ id, name, change }} />
        </>
      )}
    </li>
  );
}

function RenameForm({
  name,
  maxCharacters,
  change,
}: Pick<NamedRowProps, 'name' | 'maxCharacters' | 'change'>) {
  const { t } = useTranslation('ui');
  const { text = '', isTaken = false } = change.changing ?? {};
  return (
    <form noValidate className={classes.renaming} onSubmit={change.rename}>
      <TextInput
        autoFocus
        aria-label={t('named.newName', { name })}
        maxLength={maxCharacters}
        value={text}
        error={text.trim() === '' ? t('named.missing') : isTaken && t('named.taken')}
        onChange={(event) => change.type(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" {...waitingProps(change.isWorking)}>
        {t('named.done')}
      </Button>
      <Button variant="default" size="sm" onClick={change.cancel}>
        {t('cancel')}
      </Button>
    </form>
  );
}

/** Asks in the place of the button before something is deleted. */
function DeleteButtons({ id, name, change }: Pick<NamedRowProps, 'id' | 'name' | 'change'>) {
  const { t } = useTranslation('ui');
  if (change.changing?.id === id && change.changing.way === 'delete')
    return (
      <>
        <Button
          key="really"
          autoFocus
          color="red"
          variant="light"
          size="compact-md"
          aria-label={t('named.reallyDeleteOf', { name })}
          {...waitingProps(change.isWorking)}
          onClick={(event) => change.remove(event, id)}
        >
          {t('named.reallyDelete')}
        </Button>
        <Button key="cancel" variant="default" size="compact-md" onClick={change.cancel}>
          {t('cancel')}
        </Button>
      </>
    );
  return (
    <Button
      key="delete"
      autoFocus={change.changed?.id === id && change.changed.way === 'delete'}
      color="red"
      variant="subtle"
      size="compact-md"
      aria-label={t('named.deleteOf', { name })}
      onClick={() => change.begin(id, name, 'delete')}
    >
      {t('named.delete')}
    </Button>
  );
}
