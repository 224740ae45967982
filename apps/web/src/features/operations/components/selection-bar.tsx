import { Button, Menu } from '@mantine/core';
import { IconChevronUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLetterKey } from '../../../ui/letter-keys.ts';
import { useOpener } from '../../../ui/opener.ts';
import type { SelectionAction } from '../actions.ts';
import type { Picking } from '../../../records/selection/picking.ts';
import { BulkEdit } from './bulk-edit.tsx';
import { ChosenBar, focusContent } from './chosen-bar.tsx';
import type { ExportedList } from '../../table/exports.ts';
import { ExportChosen } from './export-chosen.tsx';
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
  /** How the list is shown, and its order. */
  view: ExportedList['view'];
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
export function SelectionBar({ picking, actions, collectionUuid, view, uuids, onDialog }: SelectionBarProps) {
  const { t } = useTranslation('selection');
  const [action, setAction] = useState<keyof typeof dialogs>();
  const opener = useOpener();
  const begin = (next: keyof typeof dialogs, from: Element | null = document.activeElement) => {
    opener.keep(from);
    setAction(next);
    onDialog(true);
  };
  useLetterKey('e', actions.includes('edit') ? () => begin('edit') : undefined);
  const Dialog = action && dialogs[action];

  return (
    <ChosenBar
      label={t('bar')}
      choice={picking}
      everythingOf={uuids}
      actions={
        <>
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
          {actions.includes('export') && <ExportChosen {...{ picking, view }} />}
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
        </>
      }
    >
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
    </ChosenBar>
  );
}

/** The actions of the split button, in the order of catalogue §2. */
const arranging = ['move', 'link', 'unlink', 'workflow'] as const;

interface ArrangeButtonsProps {
  actions: readonly SelectionAction[];
  /** Whether the items are the results of a search, where `Unlink` is called `Remove`. */
  isSearch: boolean;
  /** @param from gets the focus back */
  onBegin(action: (typeof arranging)[number], from?: Element | null): void;
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
