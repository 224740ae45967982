import type { TemplateResourceType } from '@armarium/contract/record-types';
import { movedTo } from '@armarium/contract/template-order';
import type { Template, TemplatePriority } from '@armarium/contract/templates';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { notify } from '../../../ui/notify.tsx';
import { useSavedOrder, type Move } from '../../../ui/use-saved-order.ts';
import { fieldsQuery, saveOrder, showFields, type ReadFields } from '../api/fields.ts';
import { isSameOrder, listOf, outcomeOf } from '../field-moves.ts';
import { useFieldWords } from './use-field-words.ts';

/** A move of a field that was made on the page. */
interface FieldMove extends Move<Template> {
  readonly uuid: string;
  /** What was wanted, in words, for when it could not be done. */
  readonly wish: string;
}

/** What became of the last move. */
export type Told =
  | { readonly kind: 'done'; readonly text: string; readonly undo?: FieldMove }
  | { readonly kind: 'failed'; readonly title: string; readonly text: ProblemText };

/** What was done to a field otherwise, in words. */
export interface Note {
  readonly text: string;
}

const withoutUndo = (told: Told): Told => (told.kind === 'done' ? { kind: 'done', text: told.text } : told);

const toldOf = (note: Note | undefined): Told | undefined => note && { kind: 'done', text: note.text };

/** Fields as they are known now, in the places of an order. */
const placed = (order: readonly Template[], known: readonly Template[]) =>
  order.map((field, place): Template => {
    const now = known.find(({ uuid }) => uuid === field.uuid) ?? field;
    return { ...now, priority: field.priority, order: place };
  });

/**
 * The order of the fields of a kind of record, with what became of the last move.
 * @param note what was done to a field otherwise: told as the last thing that was done
 */
export function useFieldOrder(type: TemplateResourceType, read: ReadFields, note: Note | undefined) {
  const { t } = useTranslation('fields');
  const words = useFieldWords();
  const queries = useQueryClient();
  const [told, setTold] = useState(() => toldOf(note));
  const [seen, setSeen] = useState(note);
  if (note !== seen) {
    setSeen(note);
    setTold(toldOf(note));
  }
  const known = () => queries.getQueryData(fieldsQuery(type).queryKey)?.fields ?? [];
  const { order, make } = useSavedOrder<Template, FieldMove>({
    read: { items: read.fields, tag: read.tag },
    isSameOrder,
    readNow: async () => {
      const fresh = await queries.fetchQuery(fieldsQuery(type));
      return { items: fresh.fields, tag: fresh.tag };
    },
    save: (fields, tag) => saveOrder(type, fields, tag),
    show: (fields, tag) => showFields(type, { fields: placed(fields, known()), tag }),
    readAgain: () => queries.refetchQueries({ queryKey: fieldsQuery(type).queryKey }),
    onFailed: (lost, error, isOvertaken, isThere) => {
      const wishes = [...new Set(lost.map(({ wish }) => wish))].join(' ');
      const failed = isOvertaken
        ? { title: t('overtaken.title'), text: { title: t('overtaken.text'), next: wishes } }
        : { title: wishes, text: describeProblem(error) };
      if (isThere) setTold({ kind: 'failed', ...failed });
      else notify('error', { title: failed.title, message: `${failed.text.title} ${failed.text.next}` });
    },
  });
  const shown = useMemo(() => (order ? placed(order, read.fields) : read.fields), [order, read.fields]);

  const tell = (text: string, undo?: FieldMove) => setTold({ kind: 'done', text, ...(undo && { undo }) });
  /** @param index the place in the list, from 0; without it where the rules put it (back office §4) */
  const move = (uuid: string, priority: TemplatePriority, index?: number) => {
    const after = movedTo(shown, uuid, priority, index);
    const outcome = outcomeOf(shown, after, uuid);
    if (!outcome) {
      const field = shown.find((one) => one.uuid === uuid);
      if (field) tell(t('moved.isThere', { field: words.labelOf(field), list: t(`priority.${priority}`) }));
      return;
    }
    const named = {
      field: words.labelOf(outcome.moved),
      list: t(`priority.${priority}`),
      place: outcome.place,
      count: outcome.count,
    };
    const done = outcome.demoted
      ? t('moved.demoted', { ...named, demoted: words.labelOf(outcome.demoted) })
      : t(outcome.isAnotherList ? 'moved.between' : 'moved.within', named);
    const wish = t(outcome.isAnotherList ? 'notMoved.between' : 'notMoved.within', named);
    const made = { uuid, before: shown, after, wish };
    make(made);
    tell(done, made);
  };
  // Upon another order, as of somebody else, it would undo more than the move.
  const canUndo = told?.kind === 'done' && told.undo !== undefined && isSameOrder(told.undo.after, shown);
  return {
    shown,
    told: canUndo ? told : told && withoutUndo(told),
    move,
    /** Moves a field by one place within its list. */
    step: (field: Template, by: 1 | -1) => {
      const list = listOf(shown, field.priority);
      const to = list.indexOf(field) + by;
      const isEnd = to < 0 || to >= list.length;
      if (!isEnd) move(field.uuid, field.priority, to);
      else
        tell(
          t(by < 0 ? 'moved.isFirst' : 'moved.isLast', {
            field: words.labelOf(field),
            list: t(`priority.${field.priority}`),
          }),
        );
    },
    undo: ({ uuid, before }: FieldMove) => {
      const field = words.labelOf(before.find((one) => one.uuid === uuid) ?? { name: '' });
      // As they are called and typed now.
      const after = before.flatMap(({ uuid: one, priority }) => {
        const now = shown.find((field) => field.uuid === one);
        return now ? [{ ...now, priority }] : [];
      });
      make({ uuid, before: shown, after, wish: t('notMoved.back', { field }) });
      tell(t('moved.undone', { field }));
    },
  };
}
