import type { TransitionTemplate } from '@armarium/contract/transitions';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPencil } from '@tabler/icons-react';
import { startTransition, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { labelOf } from '../../../records/label.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { grouped } from '../../../ui/grouped.ts';
import { ActionsPanel } from './actions-panel.tsx';
import { useTransitionName } from './use-transition-name.ts';
import classes from './transitions.module.css';

/** A screenful. */
const FIRST_ROWS = 20;

interface TransitionListProps {
  transitions: readonly TransitionTemplate[];
  /** The uuid of the transition whose actions are shown. */
  selected: string | undefined;
  onSelect(uuid: string | undefined): void;
  onOpen(uuid: string): void;
}

/** The transitions of a kind of records, as from > to with the event name. The one that is selected shows its actions. */
export function TransitionList({ transitions, selected, onSelect, onOpen }: TransitionListProps) {
  const { t } = useTranslation('workflowSettings');
  const [isWhole, setWhole] = useState(false);
  // The graph above is drawn before the rows that are out of sight.
  useEffect(() => startTransition(() => setWhole(true)), []);
  const shown = isWhole ? transitions : transitions.slice(0, FIRST_ROWS);
  return (
    <ul className={classes.list} aria-label={t('transitions')}>
      {shown.map((transition) => (
        <TransitionRow
          key={transition.uuid}
          transition={transition}
          isSelected={transition.uuid === selected}
          onSelect={onSelect}
          onOpen={() => onOpen(transition.uuid)}
        />
      ))}
    </ul>
  );
}

interface TransitionRowProps {
  transition: TransitionTemplate;
  isSelected: boolean;
  onSelect(uuid: string | undefined): void;
  onOpen(): void;
}

function TransitionRow({ transition, isSelected, onSelect, onOpen }: TransitionRowProps) {
  const { t } = useTranslation('workflowSettings');
  const stateLabel = useStateLabel();
  const panel = useId();
  const row = useRef<HTMLLIElement>(null);
  const { uuid, itemFromState, itemToState, actions } = transition;
  const nameOf = useTransitionName();
  // It may have been selected in the graph.
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const Fold = isSelected ? IconChevronDown : IconChevronRight;
  return (
    <li ref={row} className={classes.item} data-selected={isSelected || undefined}>
      <div className={classes.row}>
        <button
          type="button"
          className={classes.select}
          aria-expanded={isSelected}
          aria-controls={panel}
          onClick={() => onSelect(isSelected ? undefined : uuid)}
        >
          <Fold size={18} stroke={1.7} aria-hidden className={classes.fold} />
          <span className={classes.path}>
            <span>
              <StateDot state={itemFromState} />
              <span dir="auto">{stateLabel(itemFromState)}</span>
            </span>
            <span className={classes.to}>&gt;</span>
            <span>
              <StateDot state={itemToState} />
              <span dir="auto">{stateLabel(itemToState)}</span>
            </span>
          </span>
          <span className={classes.event} dir="auto">
            {labelOf(transition)}
          </span>
          <span className={`${classes.actionCount} tabular`}>
            {t('actionsCount', { count: actions.length, formatted: grouped(actions.length) })}
          </span>
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('openTransition', { transition: nameOf(transition) })}
          title={t('openTransition', { transition: nameOf(transition) })}
          onClick={onOpen}
        >
          <IconPencil size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      <div id={panel} hidden={!isSelected}>
        {isSelected && <ActionsPanel transition={transition} />}
      </div>
    </li>
  );
}
