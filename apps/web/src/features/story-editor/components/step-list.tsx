import { DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { ActionIcon, Button } from '@mantine/core';
import { IconPhotoPlus, IconPlus, IconX } from '@tabler/icons-react';
import { STEPS_MAX } from '@armarium/contract/story-steps';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { addStepAddress } from '../picking/picking-address.ts';
import type { EditorState } from '../state/editor-state.ts';
import { useEditorState, useEditorStore } from '../state/editor-store.ts';
import { nameOf } from '../state/findings.ts';
import { useChosenId, useChosenImage, useOrder, useStepsCount } from '../state/selectors.ts';
import { newStepId } from '../state/step-id.ts';
import classes from './step-list.module.css';
import editor from './editor.module.css';
import { MoveToDialog } from './move-to-dialog.tsx';
import { StepRow, type RowActions } from './step-row.tsx';
import { useStepDrag } from './use-step-drag.ts';

interface StepListProps {
  mayEdit: boolean;
  /** A step was chosen by hand. */
  onOpen(): void;
}

/** The steps in their order, to be chosen, put elsewhere, duplicated and deleted (EDIT-04 to EDIT-08, A11Y-06). */
export function StepList({ mayEdit, onOpen }: StepListProps) {
  const { t } = useTranslation('storyEditor');
  const count = useStepsCount();
  const { storyUuid } = useEditorStore();
  const isFull = count >= STEPS_MAX;
  const addAddress = addStepAddress(storyUuid, useChosenImage());
  return (
    <>
      <div className={editor.paneHead}>
        <h2 id="steps-heading" className={`${editor.paneTitle} tabular`}>
          {t('steps', { count, formatted: grouped(count) })}
        </h2>
        {mayEdit && !isFull && (
          <ActionIcon
            component={Link}
            to={addAddress}
            size="lg"
            aria-label={t('addStep')}
            title={t('addStep')}
            data-field="add"
          >
            <IconPlus size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {isFull && <p className={editor.hint}>{t('full', { count: STEPS_MAX })}</p>}
      {count === 0 ? (
        <EmptyState
          icon={<IconPhotoPlus size={40} stroke={1.2} />}
          title={t('empty')}
          action={
            mayEdit && (
              <Button component={Link} to={addAddress} leftSection={<IconPlus size={18} aria-hidden />}>
                {t('addFirst')}
              </Button>
            )
          }
        >
          {t('emptyText')}
        </EmptyState>
      ) : (
        mayEdit && count > 1 && <p className={`${editor.hint} ${editor.keys}`}>{t('arranging')}</p>
      )}
      <Rows mayEdit={mayEdit} onOpen={onOpen} />
    </>
  );
}

/** What was deleted last, and the steps right after it: its undo is offered until something else changes. */
interface Deletion {
  readonly name: string;
  /** From 1. */
  readonly number: number;
  readonly after: EditorState['steps'];
}

/** What was done last, for those who don't see it. */
type Said =
  | { readonly what: 'moved'; readonly name: string; readonly number: number; readonly total: number }
  | { readonly what: 'duplicated'; readonly number: number };

function Rows({ mayEdit, onOpen }: StepListProps) {
  const { t } = useTranslation('storyEditor');
  const store = useEditorStore();
  const order = useOrder();
  const ids = useMemo(() => (order === '' ? [] : order.split(' ')), [order]);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState<Said>();
  const [moving, setMoving] = useState<string>();
  const [deletion, setDeletion] = useState<Deletion>();
  const isOffered = useEditorState(({ steps }) => steps === deletion?.after);
  const rowOf = (id: string) => list.current?.querySelector(`[data-step="${id}"]`);
  const keepFocus = useKeptFocus(rowOf);
  const opened = useRef(onOpen);
  useEffect(() => {
    opened.current = onOpen;
  });

  // Created once, so that no row is rendered again because of them.
  const [actions] = useState((): RowActions => {
    const placeOf = (id: string) => store.state().steps.findIndex((step) => step.id === id);
    const nameAt = (id: string) => {
      const { steps } = store.state();
      const step = steps.find((one) => one.id === id);
      return step ? nameOf(step) : '';
    };
    const move = (id: string, to: number, control: string) => {
      const last = store.state().steps.length - 1;
      if (to < 0 || to > last) return;
      keepFocus(id, control);
      store.dispatch({ type: 'move', id, to });
      setSaid({ what: 'moved', name: nameAt(id) || t('noTitle'), number: placeOf(id) + 1, total: last + 1 });
    };
    return {
      open: (id) => {
        store.dispatch({ type: 'choose', id });
        opened.current();
      },
      step: (id, by, control) => move(id, placeOf(id) + by, control),
      move: (id, to, control = 'menu') => move(id, to, control),
      askWhere: (id) => setMoving(id),
      duplicate: (id) => {
        const newId = newStepId();
        keepFocus(newId, 'open');
        store.dispatch({ type: 'duplicate', id, newId });
        setSaid({ what: 'duplicated', number: placeOf(newId) + 1 });
      },
      remove: (id) => {
        const place = placeOf(id);
        const name = nameAt(id);
        const { steps: before } = store.state();
        const beside = before[place + 1] ?? before[place - 1];
        if (beside) keepFocus(beside.id, 'delete');
        store.dispatch({ type: 'delete', id });
        setDeletion({ name, number: place + 1, after: store.state().steps });
        if (!beside) setTimeout(() => document.querySelector<HTMLElement>('[data-field="add"]')?.focus());
      },
    };
  });
  const drag = useStepDrag((id, to) => actions.move(id, to, 'open'));
  useChosenInSight(list);

  const undo = () => {
    const known = new Set(ids);
    store.dispatch({ type: 'undo' });
    const back = store.state().steps.find(({ id }) => !known.has(id));
    if (back) keepFocus(back.id, 'open');
    setDeletion(undefined);
  };
  const hide = () => {
    setDeletion(undefined);
    list.current?.querySelector<HTMLElement>('[data-chosen] [data-control="open"]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-step]') : null;
    const id = row?.dataset['step'];
    if (id === undefined) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
    if (by !== undefined && event.altKey && mayEdit) {
      event.preventDefault();
      const control = event.target instanceof HTMLElement ? event.target.dataset['control'] : undefined;
      actions.step(id, by, control ?? 'open');
      return;
    }
    moveFocusByArrows(event, '[data-control="open"]');
  };
  const rows = (
    // The list handles the keys of its rows: a button of a row has the focus.
    <ol ref={list} className={classes.rows} aria-labelledby="steps-heading" onKeyDown={onKeyDown}>
      {ids.map((id) => (
        <StepRow key={id} id={id} mayEdit={mayEdit} actions={actions} />
      ))}
    </ol>
  );
  return (
    <>
      <div role="status">
        {isOffered && deletion && (
          <div className={classes.notice}>
            <p>{t(deletion.name === '' ? 'deletedStep' : 'deleted', { ...deletion })}</p>
            <Button variant="default" size="compact-md" onClick={undo}>
              {t('undo')}
            </Button>
            <ActionIcon variant="subtle" color="gray" aria-label={t('hide')} title={t('hide')} onClick={hide}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {said && t(`said.${said.what}`, { ...said })}
      </p>
      {ids.length > 0 && (
        <DndContext {...drag}>
          <SortableContext items={ids} strategy={verticalListSortingStrategy}>
            {rows}
          </SortableContext>
        </DndContext>
      )}
      {moving !== undefined && (
        <MoveToDialog
          id={moving}
          onMove={(to) => actions.move(moving, to)}
          onClose={() => {
            const id = moving;
            setMoving(undefined);
            setTimeout(() => rowOf(id)?.querySelector<HTMLElement>('[data-control="menu"]')?.focus(), 30);
          }}
        />
      )}
    </>
  );
}

/** Keeps the chosen step in sight, whatever chose it. */
function useChosenInSight(list: RefObject<HTMLElement | null>): void {
  const chosen = useChosenId();
  useEffect(() => {
    list.current?.querySelector(`[data-step="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, list]);
}
