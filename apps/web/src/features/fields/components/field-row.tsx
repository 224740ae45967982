import { templatePriorities, type Template, type TemplatePriority } from '@armarium/contract/templates';
import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Badge, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconLock } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { useFieldWords } from './use-field-words.ts';
import classes from './fields.module.css';

interface FieldRowProps {
  field: Template;
  /** How many records have a value of it; undefined while that is not known. */
  records: number | undefined;
  isFirst: boolean;
  isLast: boolean;
  onOpen(): void;
  onStep(by: 1 | -1): void;
  onMoveTo(priority: TemplatePriority): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** A field in its list. A click anywhere beside its controls opens it; dragging begins there too. */
export function FieldRow({
  field,
  records,
  isFirst,
  isLast,
  onOpen,
  onStep,
  onMoveTo,
  onKeyDown,
}: FieldRowProps) {
  const { t } = useTranslation('fields');
  const label = useFieldWords().labelOf(field);
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: field.uuid,
  });
  const stepper = (by: 1 | -1, isEnd: boolean) => {
    const name = t(by < 0 ? 'up' : 'down', { field: label });
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        data-control={by < 0 ? 'up' : 'down'}
        aria-label={name}
        title={name}
        // It keeps the focus at the end of the list.
        aria-disabled={isEnd}
        onClick={() => onStep(by)}
      >
        {by < 0 ? <IconArrowUp size={18} aria-hidden /> : <IconArrowDown size={18} aria-hidden />}
      </ActionIcon>
    );
  };
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-uuid={field.uuid}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
      onKeyDown={onKeyDown}
    >
      <div ref={setActivatorNodeRef} className={classes.grip} {...listeners}>
        <IconGripVertical size={18} aria-hidden />
        <FieldWords field={field} records={records} onOpen={onOpen} />
      </div>
      <div className={classes.controls}>
        <NativeSelect
          size="sm"
          className={classes.priority ?? ''}
          aria-label={t('priorityOf', { field: label })}
          data-control="priority"
          value={field.priority}
          onChange={(event) => onMoveTo(event.currentTarget.value as TemplatePriority)}
          data={templatePriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
        />
        {stepper(-1, isFirst)}
        {stepper(1, isLast)}
      </div>
    </li>
  );
}

interface FieldWordsProps extends Pick<FieldRowProps, 'field' | 'records'> {
  /** Undefined where the field is only shown. */
  onOpen?: () => void;
}

/** What a list says of a field. */
export function FieldWords({ field, records, onOpen }: FieldWordsProps) {
  const { t } = useTranslation('fields');
  const words = useFieldWords();
  const label = words.labelOf(field);
  const standard = words.defaultOf(field);
  return (
    <>
      <div className={classes.words}>
        <p className={classes.label} dir="auto">
          {onOpen ? (
            <button
              type="button"
              className={classes.open}
              data-control="open"
              aria-haspopup="dialog"
              onClick={onOpen}
            >
              {label}
            </button>
          ) : (
            label
          )}
          {field.label !== label && field.label !== '' && (
            <span className={classes.mainLabel}> {field.label}</span>
          )}
        </p>
        <p className={classes.facts}>
          <code dir="auto">{field.name}</code>
          <span>{words.typeWord(field.type)}</span>
          {records !== undefined && (
            <span className="tabular">{t('inRecords', { count: records, formatted: grouped(records) })}</span>
          )}
          {standard !== undefined && <span dir="auto">{t('defaultIs', { value: standard })}</span>}
        </p>
      </div>
      <p className={classes.marks}>
        {field.locked && (
          <Badge variant="default" leftSection={<IconLock size={12} aria-hidden />}>
            {t('mark.locked')}
          </Badge>
        )}
        {(['required', 'repeatable', 'searchable'] as const).map(
          (mark) =>
            field[mark] && (
              <Badge key={mark} variant="default">
                {t(`mark.${mark}`)}
              </Badge>
            ),
        )}
      </p>
    </>
  );
}
