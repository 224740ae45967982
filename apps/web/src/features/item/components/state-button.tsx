import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpener } from '../../../ui/opener.ts';
import type { StatefulRecord } from '../../workflow/groups.ts';
import { WorkflowDialog } from './lazy-dialogs.ts';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { useStateLabel } from '../../../records/state-label.ts';
import { StateDot } from '../../../records/components/state-dot.tsx';
import classes from './state-button.module.css';

/** The state of one record; where the user may do something with it, a button that leads to the workflow actions. */
export function StateButton({ record }: { record: StatefulRecord }) {
  const { t } = useTranslation('workflow');
  // `time` counts the openings: as the dialog's key it makes each one begin anew.
  const [dialog, setDialog] = useState<{ time: number; opened: boolean }>();
  const opener = useOpener();
  const label = useStateLabel()(record.state);
  // Once the dialog was opened the button stays in any state of the record: the focus returns to it.
  const mayAct = (record.availableTransitions?.length ?? 0) > 0 || dialog !== undefined;
  return (
    <>
      {mayAct ? (
        <button
          type="button"
          className={classes.opener}
          aria-label={t('open', { state: label })}
          title={t('title')}
          onClick={(event) => {
            opener.keep(event.currentTarget);
            setDialog({ time: (dialog?.time ?? 0) + 1, opened: true });
          }}
        >
          <StateDot state={record.state} />
          <span aria-hidden>{label}</span>
          <IconChevronDown size={15} aria-hidden />
        </button>
      ) : (
        <StateBadge state={record.state} />
      )}
      {dialog && (
        <Suspense fallback={null}>
          <WorkflowDialog
            key={dialog.time}
            records={[record]}
            opened={dialog.opened}
            onClose={() => {
              setDialog({ ...dialog, opened: false });
              opener.giveBack();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
