import { useSortable } from '@dnd-kit/sortable';
import { Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconTrash,
} from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areaAddress } from '../api/step-image.ts';
import type { DraftStep } from '../state/draft-step.ts';
import { useEditorState } from '../state/editor-store.ts';
import { nameOf } from '../state/findings.ts';
import { useFaults, usePlace, useStep, useStepsCount } from '../state/selectors.ts';
import { StepPicture } from './step-picture.tsx';
import classes from './step-list.module.css';

/** What a row does, for any step. */
export interface RowActions {
  open(id: string): void;
  /** @param control of the row, which keeps the focus */
  step(id: string, by: 1 | -1, control: string): void;
  move(id: string, to: number, control?: string): void;
  askWhere(id: string): void;
  duplicate(id: string): void;
  remove(id: string): void;
}

interface StepRowProps {
  id: string;
  mayEdit: boolean;
  actions: RowActions;
}

/** Twice the size at which it is shown. */
const PICTURE_px = { width: 144, height: 108 };

/** A step in the list. It is drawn anew only where something of it changes, or while steps are dragged. */
export const StepRow = memo(function StepRow({ id, mayEdit, actions }: StepRowProps) {
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: !mayEdit,
  });
  const isChosen = useEditorState(({ chosen }) => chosen === id);
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-step={id}
      data-chosen={isChosen || undefined}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
    >
      <RowContents {...{ id, mayEdit, actions, isChosen, listeners }} />
    </li>
  );
});

const RowContents = memo(function RowContents({
  id,
  mayEdit,
  actions,
  isChosen,
  listeners,
}: StepRowProps & { isChosen: boolean; listeners: ReturnType<typeof useSortable>['listeners'] }) {
  const { t } = useTranslation('storyEditor');
  const step = useStep(id);
  const number = usePlace(id) + 1;
  const isFaulty = useFaults(id).length > 0;
  if (!step) return null;
  const name = nameOf(step);
  const named = { number, name };
  return (
    <>
      <button
        type="button"
        className={classes.open}
        data-control="open"
        aria-current={isChosen ? 'step' : undefined}
        onClick={() => actions.open(id)}
        {...listeners}
      >
        <span className={`${classes.number} tabular`}>{number}</span>
        <StepPicture
          address={
            step.check === 'image-missing' ? undefined : areaAddress(step.image, step.region, PICTURE_px)
          }
        />
        <span className={classes.words}>
          <span className={classes.name} data-none={name === '' || undefined} dir="auto">
            {name || t('noTitle')}
          </span>
          <Mark step={step} isFaulty={isFaulty} />
        </span>
      </button>
      {mayEdit && (
        <>
          <RowMenu id={id} number={number} name={name} actions={actions} />
          <button
            type="button"
            className={classes.control}
            data-control="delete"
            aria-label={t('deleteOf', named).trim()}
            title={t('delete')}
            onClick={() => actions.remove(id)}
          >
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </button>
        </>
      )}
    </>
  );
});

/** What is the matter with a step, in a word. */
function Mark({ step: { check }, isFaulty }: { step: DraftStep; isFaulty: boolean }) {
  const { t } = useTranslation('storyEditor');
  if (!isFaulty && check === null) return null;
  return (
    <span className={classes.mark}>
      <IconAlertTriangle size={14} aria-hidden />
      {isFaulty ? t('faulty') : check !== null && t(`mark.${check}`)}
    </span>
  );
}

interface RowMenuProps {
  id: string;
  number: number;
  name: string;
  actions: RowActions;
}

/** The menu of a step. Its list is drawn only while it is open: hundreds of them would make the page slow. */
function RowMenu({ id, number, name, actions }: RowMenuProps) {
  const { t } = useTranslation('storyEditor');
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const total = useStepsCount();
  const label = t('actionsOf', { number, name }).trim();
  const act = (action: () => void) => () => {
    setOpen(false);
    action();
  };
  return (
    <span className={classes.menu}>
      <button
        ref={button}
        type="button"
        className={classes.control}
        data-control="menu"
        aria-label={label}
        title={t('actions')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // The click of a button beside an open menu closes it before.
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        <IconDots size={18} aria-hidden />
      </button>
      {isOpen && (
        <Menu
          opened
          position="bottom-end"
          withInitialFocusPlaceholder={false}
          returnFocus={false}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        >
          <Menu.Target>
            <span className={classes.anchor} aria-hidden>
              <span className="visually-hidden">{label}</span>
            </span>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={act(() => actions.duplicate(id))}
            >
              {t('duplicate')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowUp size={16} aria-hidden />}
              disabled={number === 1}
              onClick={act(() => actions.step(id, -1, 'menu'))}
            >
              {t('moveUp')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} aria-hidden />}
              disabled={number === total}
              onClick={act(() => actions.step(id, 1, 'menu'))}
            >
              {t('moveDown')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowsSort size={16} aria-hidden />}
              disabled={total < 2}
              onClick={act(() => actions.askWhere(id))}
            >
              {t('moveTo')}
            </Menu.Item>
            <Menu.Item
              className="danger"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={act(() => actions.remove(id))}
            >
              {t('delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
