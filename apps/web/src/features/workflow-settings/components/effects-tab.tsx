import { deliveryStates, type DeliveryState } from '@armarium/contract/deliveries';
import type { Effect } from '@armarium/contract/effects';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { PastEnd } from '../../../records/components/past-end.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { pageAddress, pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { useWork } from '../../../ui/use-work.ts';
import layout from '../../../records/components/page-layout.module.css';
import { effectsQuery, sendAgain, sendAllAgain } from '../api/effects.ts';
import { EffectRow } from './effect-row.tsx';
import { useEffectWords } from './use-effect-words.ts';
import { useFocusInList } from './use-focus-in-list.ts';
import classes from './effects.module.css';

/** The order of the filters: what may need help comes before what arrived. */
const states: readonly DeliveryState[] = ['PENDING', 'ERROR', 'DONE'];

/** The address of the list with another filter; it begins at the first page. */
function filterAddress(search: URLSearchParams, state: DeliveryState | undefined): { search: string } {
  const next = new URLSearchParams(search);
  next.delete('page');
  if (state === undefined) next.delete('state');
  else next.set('state', state);
  return { search: next.toString() };
}

/** What transitions have sent or are to send, and the way to send it again (decisions §13). */
export function EffectsTab() {
  const { t } = useTranslation('workflowSettings');
  const [search] = useSearchParams();
  const state = deliveryStates.find((one) => one === search.get('state'));
  const page = pageFrom(search.get('page'));
  const query = useQuery(effectsQuery(state, page));
  const words = useEffectWords();
  const list = useRef<HTMLUListElement>(null);
  const filters = useRef<HTMLElement>(null);
  const chosenFilter = () => filters.current?.querySelector<HTMLElement>('[aria-current]') ?? null;
  const focus = useFocusInList(() => list.current, chosenFilter);
  const { isWorking, failure, work } = useWork();
  const [said, setSaid] = useState('');
  const again = (effect: Effect) => {
    setSaid('');
    void work(async () => {
      const after = await sendAgain(effect.uuid);
      const what = words.whatOf(effect);
      setSaid(t(after.state === 'DONE' ? 'effects.arrivedMeanwhile' : 'effects.sentAgain', { what }));
    });
  };
  const { data } = query;
  return (
    <>
      <div className={classes.bar}>
        <Filters ref={filters} state={state} failed={data?.failed} />
        {data && data.failed > 0 && (
          <SendAllAgain
            failed={data.failed}
            onDone={(sent) => {
              const counted = { count: sent, formatted: grouped(sent) };
              setSaid(sent === 0 ? t('effects.noneSentAgain') : t('effects.allSentAgain', counted));
              // The button goes with what had failed.
              chosenFilter()?.focus();
            }}
          />
        )}
      </div>
      <p role="status" className={classes.said}>
        {said}
      </p>
      {failure !== undefined && (
        <FailureAlert title={t('effects.notSentAgain')} text={describeProblem(failure)} />
      )}
      {data === undefined ? (
        <PendingRows query={query} height_px={96} />
      ) : data.effects.length === 0 ? (
        <NoEffects state={state} total={data.page.totalElements} />
      ) : (
        <ul
          ref={list}
          className={classes.rows}
          aria-label={t('effects.list')}
          aria-busy={query.isPlaceholderData}
          {...focus}
        >
          {data.effects.map((effect) => (
            <EffectRow
              key={effect.uuid}
              effect={effect}
              words={words}
              isWorking={isWorking}
              onSendAgain={() => again(effect)}
            />
          ))}
        </ul>
      )}
      <div className={layout.pager}>
        <Pager
          page={page}
          totalPages={data?.page.totalPages ?? 0}
          addressOf={(to) => pageAddress(search, to)}
          label={t('effects.pages')}
        />
      </div>
    </>
  );
}

interface FiltersProps {
  ref: RefObject<HTMLElement | null>;
  state: DeliveryState | undefined;
  /** How many failed; undefined while it is loaded. */
  failed: number | undefined;
}

function Filters({ ref, state, failed = 0 }: FiltersProps) {
  const { t } = useTranslation('workflowSettings');
  const [search] = useSearchParams();
  return (
    <nav ref={ref} aria-label={t('effects.states')}>
      <ul className={classes.filters}>
        {([undefined, ...states] as const).map((one) => (
          <li key={one ?? 'all'}>
            <Link
              className={classes.filter}
              to={filterAddress(search, one)}
              {...(one === state && { 'aria-current': true })}
            >
              {t(`effects.filter.${one ?? 'all'}`)}
              {one === 'ERROR' && failed > 0 && <span className="tabular"> {grouped(failed)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Sends all that failed again, after a question that says how many. */
function SendAllAgain({ failed, onDone }: { failed: number; onDone(sent: number): void }) {
  const { t } = useTranslation('workflowSettings');
  const [asked, setAsked] = useState<number>();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} stroke={1.7} aria-hidden />}
        onClick={() => setAsked(failed)}
      >
        {t('effects.sendAllAgain')}
      </Button>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('effects.sendAllQuestion', { count: asked ?? failed, formatted: grouped(asked ?? failed) })}
        confirmWord={t('effects.sendAllAgain')}
        failedWord={t('effects.notAllSentAgain')}
        onClose={() => setAsked(undefined)}
        work={async () => {
          const sent = await sendAllAgain();
          setAsked(undefined);
          onDone(sent);
        }}
      >
        <p>{t('effects.sendAllText')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Stands where there is no effect: what this place is for, and the way on. */
function NoEffects({ state, total }: { state: DeliveryState | undefined; total: number }) {
  const { t } = useTranslation('workflowSettings');
  const [search] = useSearchParams();
  const icon = <IconSend size={40} stroke={1.2} />;
  if (total > 0) return <PastEnd icon={icon} />;
  return (
    <EmptyState
      icon={icon}
      title={t(`effects.none.${state ?? 'all'}`)}
      action={
        state !== undefined && (
          <Button variant="default" component={Link} to={filterAddress(search, undefined)}>
            {t('effects.showAll')}
          </Button>
        )
      }
    >
      {t('effects.noneText')}
    </EmptyState>
  );
}
