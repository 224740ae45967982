import { LAYOUT_NAME_MAX_CHARACTERS } from '@armarium/contract/item-table';
import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { NamedRow } from '../../../ui/named-row.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import rows from '../../../ui/named-row.module.css';
import { useLayouts, type Layouts } from './use-layouts.ts';

interface LayoutsDialogProps {
  /** The table as it is now. */
  columns: readonly string[];
  sort: string | undefined;
  opened: boolean;
  onClose(): void;
}

/** The layouts that somebody keeps: this one under a name, others renamed and deleted. */
export function LayoutsDialog({ columns, sort, opened, onClose }: LayoutsDialogProps) {
  const { t } = useTranslation('table');
  const state = useLayouts(columns, sort);
  const { kept, layouts, failure } = state;
  const failed = failure === undefined ? undefined : describeProblem(failure);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('layoutsTitle')} size="lg">
      {kept.data === undefined && kept.error && (
        <Failed error={kept.error} onRetry={() => void kept.refetch()} />
      )}
      {kept.data && (
        <>
          <NameForm state={state} />
          {failed && (
            <Alert color="red" role="alert" title={failed.title} mt="md">
              {failed.next}
            </Alert>
          )}
          {layouts.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <ul className={rows.rows} aria-label={t('layouts')}>
              {layouts.map((layout) => (
                <NamedRow
                  key={layout.name}
                  id={layout.name}
                  name={layout.name}
                  maxCharacters={LAYOUT_NAME_MAX_CHARACTERS}
                  change={state.change}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  );
}

function NameForm({ state: { naming, isWorking } }: { state: Layouts }) {
  const { t } = useTranslation('table');
  const { name, fault, type, submit, isReplacing } = naming;
  return (
    <form noValidate aria-label={t('save')} onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('name')}
        description={t('nameText')}
        maxLength={LAYOUT_NAME_MAX_CHARACTERS}
        value={name}
        error={fault && t(fault)}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="sm">
        <Button type="submit" {...waitingProps(isWorking)}>
          {t(isReplacing ? 'replace' : 'save')}
        </Button>
      </Group>
    </form>
  );
}
