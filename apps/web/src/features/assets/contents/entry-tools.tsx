import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconBracketsContainEnd,
  IconBracketsContainStart,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPencil,
  IconPlus,
  IconSeparatorVertical,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './contents-panel.module.css';
import { bounds, moves, type EntryEdit, type Gesture, type Refusal } from './entry-edits.ts';

const icons = {
  up: IconArrowUp,
  down: IconArrowDown,
  out: IconIndentDecrease,
  in: IconIndentIncrease,
  rename: IconPencil,
  remove: IconTrash,
  begins: IconBracketsContainStart,
  ends: IconBracketsContainEnd,
  endsFree: IconSeparatorVertical,
};

interface EntryToolsProps {
  /** The id of the button for a new entry. */
  newButton: string;
  /** Whether images are chosen for a new entry, and there is room for it. */
  newRefusal: Refusal['not'] | undefined;
  hasSelected: boolean;
  editOf(gesture: Gesture): EntryEdit | Refusal;
  onNew(): void;
  onRename(): void;
  onGesture(gesture: Gesture): void;
}

/** What can be done with the selected entry. What can't be done says why, and keeps the focus. */
export function EntryTools({
  newButton,
  newRefusal,
  hasSelected,
  editOf,
  onNew,
  onRename,
  onGesture,
}: EntryToolsProps) {
  const { t } = useTranslation('contents');
  const refusalOf = (gesture: Gesture) => {
    const edit = editOf(gesture);
    return 'not' in edit ? edit.not : undefined;
  };
  const tool = (key: Gesture | 'rename') => {
    const not = key === 'rename' ? (hasSelected ? undefined : 'noEntry') : refusalOf(key);
    const Icon = icons[key];
    return (
      <ActionIcon
        key={key}
        variant="default"
        size={32}
        aria-label={t(key)}
        title={not === undefined ? t(key) : `${t(key)}: ${t(`not.${not}`)}`}
        aria-disabled={not !== undefined}
        data-disabled={not !== undefined || undefined}
        onClick={() => not === undefined && (key === 'rename' ? onRename() : onGesture(key))}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('tools')}>
      <Button
        id={newButton}
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={17} />}
        title={newRefusal === undefined ? t('newTitle') : t(`not.${newRefusal}`)}
        aria-disabled={newRefusal !== undefined}
        data-disabled={newRefusal !== undefined || undefined}
        onClick={() => newRefusal === undefined && onNew()}
      >
        {t('new')}
      </Button>
      <div className={classes.icons}>
        {moves.map(tool)}
        {tool('rename')}
        {tool('remove')}
        {bounds.map(tool)}
      </div>
    </div>
  );
}
