import type { SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { useSavedMappings } from './use-saved-mappings.ts';
import classes from './spreadsheet-page.module.css';

interface SavedMappingsProps {
  readonly mapping: SpreadsheetMapping;
  readonly disabled: boolean;
  onUse(saved: SpreadsheetMapping): void;
}

/** Mappings by name, for all of the organisation: they are chosen, saved, and forgotten here. */
export function SavedMappings({ mapping, disabled, onUse }: SavedMappingsProps) {
  const { t } = useTranslation('importing');
  const { mappings, chosen, choose, name, setName, nameInput, isNamed, isSaving, question, ...saved } =
    useSavedMappings(mapping);
  return (
    <>
      <form
        className={classes.form}
        aria-label={t('columns.saved')}
        onSubmit={(event) => {
          event.preventDefault();
          saved.submit();
        }}
      >
        {mappings.length > 0 && (
          <NativeSelect
            label={t('columns.saved')}
            disabled={disabled}
            value={chosen?.uuid ?? ''}
            onChange={({ currentTarget }) => {
              const one = choose(currentTarget.value);
              if (one) onUse(one.mapping);
            }}
            data={[
              { value: '', label: t('columns.use') },
              ...mappings.map((one) => ({ value: one.uuid, label: one.name })),
            ]}
          />
        )}
        {chosen && (
          <Button variant="subtle" onClick={() => saved.askToForget(chosen)}>
            {t('columns.forget', { name: chosen.name })}
          </Button>
        )}
        <TextInput
          ref={nameInput}
          label={t('columns.name')}
          value={name}
          maxLength={255}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          {...waitingProps(isSaving)}
          aria-disabled={!isNamed || isSaving}
          data-disabled={!isNamed || undefined}
        >
          {t('columns.save')}
        </Button>
      </form>
      {question && (
        <ConfirmDialog
          opened
          title={t(`columns.${question.way}`, { name: question.saved.name })}
          confirmWord={t(`columns.${question.way}Word`)}
          dangerous
          failedWord={t(`columns.${question.way}Failed`)}
          onClose={saved.close}
          onFailure={() => void saved.renew()}
          work={() => saved.confirm(question)}
        >
          <p className={classes.text}>
            {t('columns.whose', {
              name: question.saved.user,
              date: displayTimestamp(question.saved.savedDate),
            })}{' '}
            {t(`columns.${question.way}Text`)}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
