import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { statesQuery } from '../../../records/api/item-states.ts';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { labelOf } from '../../../records/label.ts';
import { grouped } from '../../../ui/grouped.ts';
import { useOpened } from '../../../ui/opener.ts';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { NewStateDialog, StateDialog } from './state-dialog.tsx';
import classes from './workflow-settings.module.css';

/** The workflow states of the organisation (back office §2.3). */
export function StatesTab() {
  const { t } = useTranslation('workflowSettings');
  const query = useQuery(statesQuery);
  const { opened, open, close } = useOpened<'new' | { uuid: string }>();
  const states = query.data && [...query.data.values()];
  return (
    <>
      <div className={classes.head}>
        <p role="status" className={`${classes.count} tabular`}>
          {states && t('statesCount', { count: states.length, formatted: grouped(states.length) })}
        </p>
        <Button leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />} onClick={() => open('new')}>
          {t('addState')}
        </Button>
      </div>
      {states ? (
        <ul className={classes.list}>
          {states.map((state) => (
            <li key={state.uuid}>
              <button type="button" className={classes.row} onClick={() => open({ uuid: state.uuid })}>
                <StateDot state={state.name} />
                <span className={classes.name} dir="auto">
                  {labelOf(state)}
                </span>
                {labelOf(state) !== state.name && (
                  <span className={classes.other} dir="auto">
                    {state.name}
                  </span>
                )}
                <IconChevronRight size={18} stroke={1.7} aria-hidden className={classes.arrow} />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <PendingRows query={query} height_px={48} />
      )}
      {opened === 'new' && <NewStateDialog onClose={close} />}
      {opened !== undefined && opened !== 'new' && <StateDialog uuid={opened.uuid} onClose={close} />}
    </>
  );
}
