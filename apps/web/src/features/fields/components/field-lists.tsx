import type { TemplateResourceType } from '@armarium/contract/record-types';
import { templatePriorities, type Template, type TemplatePriority } from '@armarium/contract/templates';
import { DndContext, DragOverlay, useDroppable } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { isLetterKey } from '../../../ui/letter-keys.ts';
import { controlOf, useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { recordCountsQuery, type ReadFields } from '../api/fields.ts';
import { listOf } from '../field-moves.ts';
import { FieldRow, FieldWords } from './field-row.tsx';
import { useFieldDrag } from './use-field-drag.ts';
import { useFieldOrder, type Note, type Told } from './use-field-order.ts';
import classes from './fields.module.css';

interface FieldListsProps {
  type: TemplateResourceType;
  read: ReadFields;
  note: Note | undefined;
  /** Told of the order as it is shown. */
  onOrder(shown: readonly Template[]): void;
  onOpen(uuid: string): void;
}

/** The lists High, Medium and Low, between which fields are moved: by dragging, by keys, by their buttons and dropdowns. */
export function FieldLists({ type, read, note, onOrder, onOpen }: FieldListsProps) {
  const { t } = useTranslation('fields');
  const { shown, told, move, step, undo } = useFieldOrder(type, read, note);
  const counts = useQuery(recordCountsQuery(type)).data;
  const recordsOf = ({ name }: Template) => counts && (counts.get(name) ?? 0);
  const place = useRef<HTMLDivElement>(null);
  const keepOn = useKeptFocus((uuid) => place.current?.querySelector(`[data-uuid="${uuid}"]`));
  const keepFocus = (uuid: string) => keepOn(uuid, controlOf(document.activeElement) ?? 'open');
  const drag = useFieldDrag(shown, move);
  useEffect(() => onOrder(shown), [shown, onOrder]);

  const moveTo = (field: Template, priority: TemplatePriority) => {
    keepFocus(field.uuid);
    move(field.uuid, priority);
  };
  const stepBy = (field: Template, by: 1 | -1) => {
    keepFocus(field.uuid);
    step(field, by);
  };
  const takeKey = (event: KeyboardEvent, field: Template) => {
    if (event.target instanceof HTMLSelectElement) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
    const priority = templatePriorities.find((_, index) => isLetterKey(event.nativeEvent, String(index + 1)));
    if (event.altKey && by !== undefined) stepBy(field, by);
    else if (priority) moveTo(field, priority);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={place}>
      <p className={classes.hint}>{t('keys')}</p>
      <LastMove
        told={told}
        onUndo={(last) => {
          keepFocus(last.uuid);
          undo(last);
        }}
      />
      <DndContext {...drag.context}>
        {templatePriorities.map((priority) => {
          const list = listOf(drag.order, priority);
          return (
            <List key={priority} priority={priority} fields={list}>
              {list.map((field, index) => (
                <FieldRow
                  key={field.uuid}
                  field={field}
                  records={recordsOf(field)}
                  isFirst={index === 0}
                  isLast={index === list.length - 1}
                  onOpen={() => onOpen(field.uuid)}
                  onStep={(by) => stepBy(field, by)}
                  onMoveTo={(to) => moveTo(field, to)}
                  onKeyDown={(event) => takeKey(event, field)}
                />
              ))}
            </List>
          );
        })}
        <DragOverlay dropAnimation={null}>
          {drag.dragged && (
            <div className={classes.carried}>
              <FieldWords field={drag.dragged} records={recordsOf(drag.dragged)} />
            </div>
          )}
        </DragOverlay>
      </DndContext>
    </div>
  );
}

interface LastMoveProps {
  told: Told | undefined;
  onUndo(move: NonNullable<Extract<Told, { kind: 'done' }>['undo']>): void;
}

/** What the last move did, with the way back, or why it was not made. */
function LastMove({ told, onUndo }: LastMoveProps) {
  const { t } = useTranslation('fields');
  const undone = told?.kind === 'done' ? told.undo : undefined;
  return (
    <>
      <div className={classes.told} data-empty={told?.kind === 'done' ? undefined : true}>
        <p role="status">{told?.kind === 'done' && told.text}</p>
        {undone && (
          <Button variant="default" size="compact-md" onClick={() => onUndo(undone)}>
            {t('undo')}
          </Button>
        )}
      </div>
      {told?.kind === 'failed' && <FailureAlert title={told.title} text={told.text} />}
    </>
  );
}

interface ListProps {
  priority: TemplatePriority;
  fields: readonly Template[];
  children: ReactNode;
}

function List({ priority, fields, children }: ListProps) {
  const { t } = useTranslation('fields');
  const heading = useId();
  const { setNodeRef, isOver } = useDroppable({ id: priority });
  return (
    <section className={classes.list} aria-labelledby={heading}>
      <h2 className={classes.listHead}>
        <span id={heading}>{t(`priority.${priority}`)}</span>
        <span className={`${classes.listCount} tabular`}>{grouped(fields.length)}</span>
      </h2>
      <SortableContext
        id={priority}
        items={fields.map(({ uuid }) => uuid)}
        strategy={verticalListSortingStrategy}
      >
        <ol
          ref={setNodeRef}
          className={classes.rows}
          aria-labelledby={heading}
          data-over={isOver || undefined}
        >
          {children}
        </ol>
        {fields.length === 0 && <p className={classes.nothing}>{t(`nothing.${priority}`)}</p>}
      </SortableContext>
    </section>
  );
}
