import type { ContactSheet } from '@armarium/contract/contact-sheet';
import { ActionIcon, Button, Group } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconListTree,
  IconPhoto,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRotate,
  IconRotateClockwise,
  IconSortAscending2,
  IconTag,
  IconTransform,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import classes from './contact-sheet-page.module.css';
import { movedTo, shifted } from './sheet-order.ts';
import type { SheetSelection } from './sheet-selection.ts';
import { UndoButton } from './undo-button.tsx';
import type { SheetChanges } from './use-sheet-changes.ts';
import type { SheetSide } from './use-sheet-contents.ts';

interface SheetToolbarProps {
  sheet: ContactSheet;
  changes: SheetChanges;
  selection: SheetSelection;
  /** What came of the last change. */
  said: string;
  onSelect(selection: SheetSelection): void;
  /** @param position 1-based */
  onOpen(position: number): void;
  onReorder(order: readonly string[]): void;
  onSort(): void;
  /** Opens the dialog of that name. */
  onAsk(what: 'labels' | 'move'): void;
  /** The table of contents, which its button opens and closes. */
  side: SheetSide;
}

/** What can be done with the chosen images, and with all of them. */
export function SheetToolbar(props: SheetToolbarProps) {
  const { sheet, changes, selection, said, onSelect, onOpen, onReorder, onSort, onAsk } = props;
  const { panel, isShown, toggle } = props.side;
  const { t } = useTranslation('sheet');
  const { images } = changes;
  const { chosen } = selection;
  const order = images.map(({ uuid }) => uuid);
  const active = selection.active === undefined ? 0 : order.indexOf(selection.active) + 1;
  const none = chosen.size === 0;
  const mayArrange = sheet.allowedActions.includes('arrange');
  const mayLabel = images.some(({ allowedActions }) => allowedActions.includes('edit'));
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('actions')}>
      <Group gap={6} className={classes.tools ?? ''}>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => onSelect({ ...selection, chosen: none ? new Set(order) : new Set() })}
        >
          {none ? t('all') : t('none')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPhoto size={17} />}
          title={active > 0 ? t('openImage', { position: grouped(active) }) : undefined}
          aria-disabled={active === 0}
          onClick={() => active > 0 && onOpen(active)}
        >
          {t('open')}
        </Button>
        {sheet.allowedActions.includes('rotate') && <TurnTools changes={changes} chosen={chosen} />}
        {mayArrange && <MoveTools order={order} chosen={chosen} onReorder={onReorder} />}
        {mayArrange && (
          <Button variant="default" size="compact-md" disabled={none} onClick={() => onAsk('move')}>
            {t('moveToButton')}
          </Button>
        )}
        {mayLabel && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconTag size={17} />}
            onClick={() => onAsk('labels')}
          >
            {t('label')}
          </Button>
        )}
        {mayArrange && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconSortAscending2 size={17} />}
            onClick={onSort}
          >
            {t('sort')}
          </Button>
        )}
        <Button
          id={`${panel}button`}
          variant={isShown ? 'light' : 'default'}
          size="compact-md"
          leftSection={<IconListTree size={17} />}
          aria-expanded={isShown}
          aria-controls={isShown ? panel : undefined}
          onClick={toggle}
        >
          {t('contents')}
        </Button>
        <UndoButton changes={changes} />
      </Group>
      <p className={`${classes.count} tabular`} role="status">
        <span>{t('chosen', { count: chosen.size, number: grouped(chosen.size) })}</span>
        <span className={classes.outcome}>{said}</span>
      </p>
    </div>
  );
}

function TurnTools({ changes, chosen }: { changes: SheetChanges; chosen: ReadonlySet<string> }) {
  const { images, isBusy } = changes;
  const ready = images.filter(({ uuid, importState }) => chosen.has(uuid) && importState !== 'ERROR');
  const turn = (degrees: 90 | 180 | 270) =>
    void changes.turn(
      ready.map(({ uuid }) => uuid),
      degrees,
    );
  return (
    <IconTools
      disabled={isBusy || ready.length === 0}
      tools={[
        { key: 'rotateLeft', Icon: IconRotate, run: () => turn(270) },
        { key: 'rotateRight', Icon: IconRotateClockwise, run: () => turn(90) },
        { key: 'rotateAround', Icon: IconTransform, run: () => turn(180) },
      ]}
    />
  );
}

interface MoveToolsProps {
  order: readonly string[];
  chosen: ReadonlySet<string>;
  onReorder(order: readonly string[]): void;
}

function MoveTools({ order, chosen, onReorder }: MoveToolsProps) {
  const moveTo = (position: number) => () => onReorder(movedTo(order, chosen, position));
  const shift = (by: 1 | -1) => () => onReorder(shifted(order, chosen, by));
  return (
    <IconTools
      disabled={chosen.size === 0}
      tools={[
        { key: 'toStart', Icon: IconPlayerSkipBack, run: moveTo(1) },
        { key: 'back1', Icon: IconChevronLeft, run: shift(-1) },
        { key: 'forward1', Icon: IconChevronRight, run: shift(1) },
        { key: 'toEnd', Icon: IconPlayerSkipForward, run: moveTo(order.length) },
      ]}
    />
  );
}

interface IconToolsProps {
  /** Disabled by word, so that the focus stays where the hand is. */
  disabled: boolean;
  tools: readonly { key: string; Icon: typeof IconRotate; run(): void }[];
}

function IconTools({ disabled, tools }: IconToolsProps) {
  const { t } = useTranslation('sheet');
  return tools.map(({ key, Icon, run }) => (
    <ActionIcon
      key={key}
      variant="default"
      size={34}
      aria-label={t(key)}
      title={t(key)}
      aria-disabled={disabled}
      data-disabled={disabled || undefined}
      onClick={() => !disabled && run()}
    >
      <Icon size={19} aria-hidden />
    </ActionIcon>
  ));
}
