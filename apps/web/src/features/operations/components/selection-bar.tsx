import { ActionIcon, Button, Menu } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronUp, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isElsewhere, isLetterKey } from '../../../ui/letter-keys.ts';
import { useOpener } from '../../../ui/opener.ts';
import type { SelectionAction } from '../actions.ts';
import type { Picking } from '../../../records/selection/picking.ts';
import { everything, isChosen, nothing } from '../../../records/selection/selection.ts';
import { grouped } from '../../../ui/grouped.ts';
import { BulkEdit } from './bulk-edit.tsx';
import { DeleteItems, LinkItems, MoveItems, UnlinkItems } from './selection-dialogs.tsx';
import { SelectionWorkflow } from './selection-workflow.tsx';
import classes from './selection-bar.module.css';

export interface SelectionBarProps {
  picking: Picking;
  /** What the user may do with them. */
  actions: readonly SelectionAction[];
  /** The collection whose items these are; undefined among the results of a search. */
  collectionUuid: string | undefined;
  /** Of the items that are shown. */
  uuids: readonly string[];
  /** A dialog was opened, or closed. */
  onAsked(open: boolean): void;
}

const dialogs = {
  move: MoveItems,
  link: LinkItems,
  unlink: UnlinkItems,
  delete: DeleteItems,
  workflow: SelectionWorkflow,
  edit: BulkEdit,
};

/** The actions of the split button, in the order of catalogue §2. */
const arranging = ['move', 'link', 'unlink', 'workflow'] as const;

/** How many items are chosen, and what can be done with them, over the lower edge of the window (design/look.md). */
export function SelectionBar({ picking, actions, collectionUuid, uuids, onAsked }: SelectionBarProps) {
  const { t } = useTranslation('selection');
  const { selection, count, total, change } = picking;
  const [asked, setAsked] = useState<SelectionAction>();
  const opener = useOpener();
  const bar = useRef<HTMLElement>(null);
  // The entry of the menu goes with it; the focus comes back to its button.
  const button = useRef<HTMLButtonElement>(null);
  const begin = (action: SelectionAction, from: Element | null = document.activeElement) => {
    opener.keep(from);
    setAsked(action);
    onAsked(true);
  };
  const Asked = asked && dialogs[asked];
  const clear = () => {
    change(nothing);
    // What had the focus in the bar goes with it.
    if (bar.current?.contains(document.activeElement))
      document.getElementById('content')?.focus({ preventScroll: true });
  };
  // Before anybody else hears of the key: what it closes over the page is still there.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || isElsewhere(event.target)) return;
      // There the key has a meaning of its own.
      if (event.target instanceof Element && event.target.closest('[data-own-escape]')) return;
      if (document.querySelector('[role="dialog"]') === null) clear();
    },
    { capture: true },
  );
  // Past what clears the selection: Enter would undo what was chosen.
  const focusDeeds = () => bar.current?.querySelector<HTMLElement>('[data-deeds] button')?.focus();
  useWindowEvent('keydown', (event) => {
    if (!isLetterKey(event, 'b')) return;
    event.preventDefault();
    focusDeeds();
  });
  useWindowEvent('keydown', (event) => {
    if (!actions.includes('edit') || !isLetterKey(event, 'e')) return;
    event.preventDefault();
    begin('edit');
  });
  const offered = arranging.filter((action) => actions.includes(action));
  const wordOf = (action: SelectionAction) =>
    action === 'unlink' && collectionUuid === undefined ? t('remove') : t(action);
  const pageTicked = uuids.length > 0 && uuids.every((uuid) => isChosen(selection, uuid));
  const [first] = offered;

  return (
    <section ref={bar} className={classes.bar} aria-label={t('bar')} aria-keyshortcuts="b">
      <div className={classes.what}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('clear')}
          title={t('clear')}
          onClick={clear}
        >
          <IconX size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
        <p className={`${classes.count} tabular`} role="status">
          {selection.all && selection.uuids.length === 0
            ? t('allChosen', { formatted: grouped(count) })
            : t('chosen', { formatted: grouped(count) })}
        </p>
        {pageTicked && !selection.all && count < total && (
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => {
              change(everything);
              // This button goes once all are chosen.
              focusDeeds();
            }}
          >
            {t('chooseMatching', { formatted: grouped(total) })}
          </Button>
        )}
      </div>
      <div className={classes.deeds} data-deeds>
        {first && (
          <Button.Group>
            <Button onClick={() => begin(first)}>{wordOf(first)}</Button>
            <Menu position="top-end" withinPortal={false} withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <Button ref={button} className={classes.arrow ?? ''} aria-label={t('more')}>
                  <IconChevronUp size={18} aria-hidden />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {offered.map((action) => (
                  <Menu.Item key={action} onClick={() => begin(action, button.current)}>
                    {wordOf(action)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </Button.Group>
        )}
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
      {Asked && (
        <Asked
          {...{ picking, collectionUuid }}
          onClose={() => {
            setAsked(undefined);
            onAsked(false);
            // With nothing left the bar goes too.
            if (count === 0) document.getElementById('content')?.focus({ preventScroll: true });
            else opener.giveBack();
          }}
        />
      )}
    </section>
  );
}
