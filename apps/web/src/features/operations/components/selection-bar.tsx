import { ActionIcon, Button, Menu } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronUp, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isElsewhere, useLetterKey } from '../../../ui/letter-keys.ts';
import { useOpener } from '../../../ui/opener.ts';
import type { SelectionAction } from '../actions.ts';
import type { Picking } from '../../../records/selection/picking.ts';
import { everything, isChosen, nothing } from '../../../records/selection/selection.ts';
import { grouped } from '../../../ui/grouped.ts';
import { BulkEdit } from './bulk-edit.tsx';
import { DeleteItems } from './delete-items.tsx';
import { LinkItems, MoveItems, UnlinkItems } from './selection-dialogs.tsx';
import { SelectionWorkflow } from './selection-workflow.tsx';
import classes from './selection-bar.module.css';

export interface SelectionBarProps {
  picking: Picking;
  /** What the user may do with them. */
  actions: readonly SelectionAction[];
  /** The collection whose items these are; undefined among the results of a search. */
  collectionUuid: string | undefined;
  /** Of the items of the page. */
  uuids: readonly string[];
  /** A dialog was opened, or closed. */
  onDialog(isOpen: boolean): void;
}

const dialogs = {
  move: MoveItems,
  link: LinkItems,
  unlink: UnlinkItems,
  delete: DeleteItems,
  workflow: SelectionWorkflow,
  edit: BulkEdit,
};

/** How many items are chosen, and what can be done with them, over the lower edge of the window (design/look.md). */
export function SelectionBar({ picking, actions, collectionUuid, uuids, onDialog }: SelectionBarProps) {
  const { t } = useTranslation('selection');
  const [action, setAction] = useState<SelectionAction>();
  const opener = useOpener();
  const bar = useRef<HTMLElement>(null);
  const begin = (next: SelectionAction, from: Element | null = document.activeElement) => {
    opener.keep(from);
    setAction(next);
    onDialog(true);
  };
  const clear = () => {
    picking.change(nothing);
    // What had the focus in the bar goes with it.
    if (bar.current?.contains(document.activeElement)) focusContent();
  };
  useEscape(clear);
  // Past what clears the selection: Enter would undo what was chosen.
  const focusActions = () =>
    bar.current?.querySelector<HTMLElement>('[data-selection-actions] button')?.focus();
  useLetterKey('b', focusActions);
  useLetterKey('e', actions.includes('edit') ? () => begin('edit') : undefined);
  const Dialog = action && dialogs[action];

  return (
    <section ref={bar} className={classes.bar} aria-label={t('bar')} aria-keyshortcuts="b">
      <ChosenCount {...{ picking, uuids }} onClear={clear} onEverything={focusActions} />
      <div className={classes.actions} data-selection-actions>
        <ArrangeButtons actions={actions} isSearch={collectionUuid === undefined} onBegin={begin} />
        {actions.includes('edit') && (
          <Button
            variant="default"
            aria-keyshortcuts="e"
            leftSection={<IconPencil size={18} stroke={1.6} aria-hidden />}
            onClick={() => begin('edit')}
          >
            {t('edit')}
          </Button>
        )}
        {actions.includes('delete') && (
          <Button
            variant="default"
            className="danger"
            leftSection={<IconTrash size={18} stroke={1.6} aria-hidden />}
            onClick={() => begin('delete')}
          >
            {t('delete')}
          </Button>
        )}
      </div>
      {Dialog && (
        <Dialog
          {...{ picking, collectionUuid }}
          onClose={() => {
            setAction(undefined);
            onDialog(false);
            // With nothing left the bar goes too.
            if (picking.count === 0) focusContent();
            else opener.giveBack();
          }}
        />
      )}
    </section>
  );
}

function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Calls `act` for Escape on the page itself: not in a field or a dialog, nor where the key has another meaning. */
function useEscape(act: () => void): void {
  // Before anybody else hears of the key: what it closes over the page is still there.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || isElsewhere(event.target)) return;
      if (event.target instanceof Element && event.target.closest('[data-own-escape]')) return;
      if (document.querySelector('[role="dialog"]') === null) act();
    },
    { capture: true },
  );
}

interface ChosenCountProps extends Pick<SelectionBarProps, 'picking' | 'uuids'> {
  onClear(): void;
  /** After all items that the list finds were chosen, with which the button goes. */
  onEverything(): void;
}

/** How many items are chosen; takes the choice back, or extends it to all that the list finds. */
function ChosenCount({ picking, uuids, onClear, onEverything }: ChosenCountProps) {
  const { t } = useTranslation('selection');
  const { selection, count, total, change } = picking;
  const isPageChosen = uuids.length > 0 && uuids.every((uuid) => isChosen(selection, uuid));
  return (
    <div className={classes.what}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('clear')}
        title={t('clear')}
        onClick={onClear}
      >
        <IconX size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      <p className={`${classes.count} tabular`} role="status">
        {selection.all && selection.uuids.length === 0
          ? t('allChosen', { formatted: grouped(count) })
          : t('chosen', { formatted: grouped(count) })}
      </p>
      {isPageChosen && !selection.all && count < total && (
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => {
            change(everything);
            onEverything();
          }}
        >
          {t('chooseMatching', { formatted: grouped(total) })}
        </Button>
      )}
    </div>
  );
}

/** The actions of the split button, in the order of catalogue §2. */
const arranging = ['move', 'link', 'unlink', 'workflow'] as const;

interface ArrangeButtonsProps {
  actions: readonly SelectionAction[];
  /** Whether the items are the results of a search, where `Unlink` is called `Remove`. */
  isSearch: boolean;
  /** @param from gets the focus back */
  onBegin(action: SelectionAction, from?: Element | null): void;
}

/** The split button: the first of the actions that arrange items, and the menu of all of them. */
function ArrangeButtons({ actions, isSearch, onBegin }: ArrangeButtonsProps) {
  const { t } = useTranslation('selection');
  // The entry of the menu goes with it; the focus comes back to its button.
  const button = useRef<HTMLButtonElement>(null);
  const offered = arranging.filter((action) => actions.includes(action));
  const wordOf = (action: SelectionAction) => (action === 'unlink' && isSearch ? t('remove') : t(action));
  const [first] = offered;
  if (first === undefined) return null;
  return (
    <Button.Group>
      <Button onClick={() => onBegin(first)}>{wordOf(first)}</Button>
      <Menu position="top-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button ref={button} className={classes.arrow ?? ''} aria-label={t('more')}>
            <IconChevronUp size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((action) => (
            <Menu.Item key={action} onClick={() => onBegin(action, button.current)}>
              {wordOf(action)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
