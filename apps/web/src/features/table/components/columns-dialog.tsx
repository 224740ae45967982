import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { chooseColumns, moved, type Column } from '../columns.ts';
import rows from '../../../ui/named-row.module.css';
import classes from './items-table.module.css';

interface ColumnsDialogProps {
  columns: { readonly all: readonly Column[]; readonly shown: readonly Column[] };
  opened: boolean;
  onClose(): void;
}

/** Which columns a table shows and in which order, by buttons or by dragging; the table follows at once. */
export function ColumnsDialog({ columns: { all, shown }, opened, onClose }: ColumnsDialogProps) {
  const { t } = useTranslation('table');
  const [dragged, setDragged] = useState<string>();
  const [announced, setAnnounced] = useState('');
  const names = shown.map(({ name }) => name);
  const move = (from: number, to: number) => {
    chooseColumns(moved(names, from, to));
    setAnnounced(t('moved', { column: shown[from]?.label, place: to + 1, count: names.length }));
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('columnsTitle')} size="lg">
      <h3 className={classes.part} id="columns-shown">
        {t('shown')}
      </h3>
      <ol className={`${rows.rows} ${classes.columns}`} aria-labelledby="columns-shown">
        {shown.map(({ name, label }, place) => (
          <li
            key={name}
            className={rows.row}
            draggable
            data-dragged={name === dragged || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(name);
            }}
            onDragOver={(event) => {
              const from = names.indexOf(dragged ?? '');
              if (from < 0) return;
              event.preventDefault();
              if (from !== place) move(from, place);
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
          >
            <IconGripVertical size={18} stroke={1.6} aria-hidden />
            <span className={rows.name} dir="auto">
              {label}
            </span>
            <ColumnButtons {...{ names, place, label }} onMove={move} />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      <h3 className={classes.part}>{t('more')}</h3>
      <HiddenColumns names={names} hidden={all.filter(({ name }) => !names.includes(name))} />
    </Dialog>
  );
}

interface ColumnButtonsProps {
  /** Of all columns that are shown. */
  names: readonly string[];
  /** Of this column among them. */
  place: number;
  label: string;
  onMove(from: number, to: number): void;
}

function ColumnButtons({ names, place, label, onMove }: ColumnButtonsProps) {
  const { t } = useTranslation('table');
  const isLast = place === names.length - 1;
  return (
    <>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t('up', { column: label })}
        aria-disabled={place === 0}
        onClick={() => place > 0 && onMove(place, place - 1)}
      >
        <IconArrowUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t('down', { column: label })}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(place, place + 1)}
      >
        <IconArrowDown size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t('remove', { column: label })}
        disabled={names.length === 1}
        onClick={(event) => {
          // The focus stays in the list when its row goes.
          const row = event.currentTarget.closest('li');
          const next = row?.nextElementSibling ?? row?.previousElementSibling;
          next?.querySelector<HTMLElement>('button:last-of-type')?.focus();
          chooseColumns(names.filter((_, index) => index !== place));
        }}
      >
        <IconX size={18} />
      </ActionIcon>
    </>
  );
}

interface HiddenColumnsProps {
  /** Of the columns that are shown. */
  names: readonly string[];
  hidden: readonly Column[];
}

function HiddenColumns({ names, hidden }: HiddenColumnsProps) {
  const { t } = useTranslation('table');
  if (hidden.length === 0) return <p>{t('allShown')}</p>;
  return (
    <div className={classes.others}>
      {hidden.map(({ name, label }) => (
        <Button
          key={name}
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} />}
          aria-label={t('add', { column: label })}
          onClick={(event) => {
            const { nextElementSibling, previousElementSibling } = event.currentTarget;
            const next = nextElementSibling ?? previousElementSibling;
            if (next instanceof HTMLElement) next.focus();
            chooseColumns([...names, name]);
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
