import type { UserRights } from '@armarium/contract/capability';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { statesQuery } from '../../../records/api/item-states.ts';
import { rolesQuery } from '../../../records/api/roles.ts';
import { labelOf } from '../../../records/label.ts';
import { grouped } from '../../../ui/grouped.ts';
import { useOpened } from '../../../ui/opener.ts';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { allTransitionsQuery, stateCountsQuery } from '../api/transitions.ts';
import { findingsOf } from '../workflow-findings.ts';
import { kinds, rememberedKind, rememberKind } from '../workflow-kinds.ts';
import { NewTransitionDialog, TransitionDialog } from './transition-dialog.tsx';
import { TransitionList } from './transition-list.tsx';
import { WorkflowFindings } from './workflow-findings.tsx';
import type { Ends } from './use-transition-form.ts';
import classes from './workflow-settings.module.css';
import graph from './workflow-graph.module.css';

const WorkflowGraph = lazy(() => import('./workflow-graph.tsx'));

type Opened = { dialog: 'new'; ends: Ends | undefined } | { dialog: 'one'; uuid: string };

/** The transitions between the states, for each kind of records: as a graph and as a list (back office §2.3). */
export function TransitionsTab({ userRights }: { userRights: UserRights }) {
  const { t } = useTranslation('workflowSettings');
  const [type, setType] = useState(rememberedKind);
  const query = useQuery(allTransitionsQuery);
  const { opened, open, close } = useOpened<Opened>();
  const [selected, setSelected] = useState<string>();
  const transitions = useMemo(
    () => query.data?.filter(({ resourceType }) => resourceType === type),
    [query.data, type],
  );
  return (
    <>
      <div className={classes.head}>
        <NativeSelect
          label={t('resourceType')}
          className={classes.kind ?? ''}
          value={type}
          onChange={({ currentTarget: { value } }) => {
            const kind = kinds.find((one) => one === value) ?? 'ITEM';
            setType(kind);
            rememberKind(kind);
            setSelected(undefined);
          }}
          data={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <p role="status" className={`${classes.count} tabular`}>
          {transitions &&
            t('transitionsCount', { count: transitions.length, formatted: grouped(transitions.length) })}
        </p>
        <Button
          leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
          onClick={() => open({ dialog: 'new', ends: undefined })}
        >
          {t('addTransition')}
        </Button>
      </div>
      {transitions ? (
        <Workflow
          // Another kind has a graph, and a place in it, of its own.
          key={type}
          type={type}
          transitions={transitions}
          userRights={userRights}
          selected={selected}
          onSelect={setSelected}
          onOpen={open}
        />
      ) : (
        <PendingRows query={query} height_px={48} />
      )}
      {opened?.dialog === 'new' && (
        <NewTransitionDialog resourceType={type} ends={opened.ends} userRights={userRights} onClose={close} />
      )}
      {opened?.dialog === 'one' && (
        <TransitionDialog uuid={opened.uuid} userRights={userRights} onClose={close} />
      )}
    </>
  );
}

interface WorkflowProps {
  type: TemplateResourceType;
  transitions: readonly TransitionTemplate[];
  userRights: UserRights;
  selected: string | undefined;
  onSelect(uuid: string | undefined): void;
  onOpen(what: Opened): void;
}

/** The transitions of one kind of records. */
function Workflow({ type, transitions, userRights, selected, onSelect, onOpen }: WorkflowProps) {
  const { t } = useTranslation('workflowSettings');
  const states = useQuery(statesQuery).data;
  const counts = useQuery(stateCountsQuery(type)).data;
  const stateLabel = useCallback(
    (name: string) => {
      const state = states?.get(name);
      return state && labelOf(state);
    },
    [states],
  );
  const roles = useQuery(rolesQuery).data;
  const findings = useMemo(() => {
    const holders = roles && new Map(roles.map(({ name, accounts }) => [name, accounts]));
    return findingsOf(transitions, holders, userRights);
  }, [transitions, roles, userRights]);
  if (transitions.length === 0) return <p className={classes.nothing}>{t('noTransitionsYet')}</p>;
  return (
    <>
      {states && (
        // The list is complete without the graph.
        <ErrorBoundary fallback={<p className={classes.nothing}>{t('graph.missing')}</p>}>
          <Suspense fallback={<div className={graph.frame} />}>
            <WorkflowGraph
              transitions={transitions}
              findings={findings}
              stateLabel={stateLabel}
              counts={counts}
              selected={selected}
              onSelect={onSelect}
              onConnect={(ends) => onOpen({ dialog: 'new', ends })}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      <WorkflowFindings findings={findings} userRights={userRights} />
      <TransitionList
        transitions={transitions}
        selected={selected}
        onSelect={onSelect}
        onOpen={(uuid) => onOpen({ dialog: 'one', uuid })}
      />
    </>
  );
}
