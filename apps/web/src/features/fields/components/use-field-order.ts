import type { TemplateResourceType } from '@armarium/contract/record-types';
import { movedTo } from '@armarium/contract/template-order';
import type { Template, TemplatePriority } from '@armarium/contract/templates';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { notify } from '../../../ui/notify.tsx';
import { fieldsQuery, saveOrder, showFields, type ReadFields } from '../api/fields.ts';
import { isSameOrder, listOf, outcomeOf } from '../field-moves.ts';
import { useFieldWords } from './use-field-words.ts';

/** A move that was made on the page. */
interface Move {
  readonly uuid: string;
  readonly before: readonly Template[];
  readonly after: readonly Template[];
  /** What was wanted, in words, for when it could not be done. */
  readonly wish: string;
}

/** What became of the last move. */
export type Told =
  | { readonly kind: 'done'; readonly text: string; readonly undo?: Move }
  | { readonly kind: 'failed'; readonly title: string; readonly text: ProblemText };

/** What was done to a field otherwise, in words. */
export interface Note {
  readonly text: string;
}

const withoutUndo = (told: Told): Told => (told.kind === 'done' ? { kind: 'done', text: told.text } : told);

const toldOf = (note: Note | undefined): Told | undefined => note && { kind: 'done', text: note.text };

/** As an answer 412, or one that knows other fields: somebody else was here. */
const isOvertaken = (error: unknown) => isProblem(error, 'stale') || isProblem(error, 'other-members');

class Overtaken extends Error {}

/** Resolves when the page shows what the client of the queries was told last: components hear of it in a later task. */
const whenShown = () =>
  new Promise<void>((resolve) => {
    notifyManager.schedule(resolve);
  });

/** Fields as they are known now, in the places of an order. */
const placed = (order: readonly Template[], known: readonly Template[]) =>
  order.map((field, place): Template => {
    const now = known.find(({ uuid }) => uuid === field.uuid) ?? field;
    return { ...now, priority: field.priority, order: place };
  });

/**
 * The order of the fields of a kind of record. Moves are shown at once and saved one after the other. Where one could not
 * be saved, those after it, which were made upon it, are not saved either, and the page shows the order of the server.
 * @param note what was done to a field otherwise: told as the last thing that was done
 */
export function useFieldOrder(type: TemplateResourceType, read: ReadFields, note: Note | undefined) {
  const { t } = useTranslation('fields');
  const words = useFieldWords();
  const queries = useQueryClient();
  /** As it was left by hand, until that is saved. */
  const [order, setOrder] = useState<readonly Template[]>();
  const [told, setTold] = useState(() => toldOf(note));
  const [seen, setSeen] = useState(note);
  if (note !== seen) {
    setSeen(note);
    setTold(toldOf(note));
  }
  const shown = useMemo(() => (order ? placed(order, read.fields) : read.fields), [order, read.fields]);
  const waiting = useRef<Move[]>([]);
  const tag = useRef<string | undefined>(undefined);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  /** The entity tag of the order that a move began from, where this client does not know it. */
  const tagOf = async ({ before }: Move) => {
    const fresh = await queries.fetchQuery(fieldsQuery(type));
    if (!isSameOrder(fresh.fields, before)) throw new Overtaken();
    return fresh.tag;
  };
  const save = async (move: Move) => {
    tag.current = await saveOrder(type, move.after, tag.current ?? (await tagOf(move)));
    const known = queries.getQueryData(fieldsQuery(type).queryKey)?.fields ?? [];
    await showFields(type, { fields: placed(move.after, known), tag: tag.current });
    // A move that is made from here on begins from this order and its tag.
    await whenShown();
  };
  const giveUp = async (error: unknown) => {
    const lost = waiting.current.splice(0);
    const wishes = [...new Set(lost.map(({ wish }) => wish))].join(' ');
    const failed =
      isOvertaken(error) || error instanceof Overtaken
        ? { title: t('overtaken.title'), text: { title: t('overtaken.text'), next: wishes } }
        : { title: wishes, text: describeProblem(error) };
    // A move that is made meanwhile begins from the order that was read, not from what failed.
    setOrder(undefined);
    // Where that fails too, the page says so itself.
    await queries.refetchQueries({ queryKey: fieldsQuery(type).queryKey });
    if (!isThere.current) {
      notify('error', { title: failed.title, message: `${failed.text.title} ${failed.text.next}` });
      return;
    }
    setTold({ kind: 'failed', ...failed });
  };
  const saveAll = async () => {
    for (let move = waiting.current[0]; move; move = waiting.current[0]) {
      try {
        await save(move);
      } catch (error) {
        await giveUp(error);
        return;
      }
      waiting.current.shift();
    }
    setOrder(undefined);
  };
  const make = (move: Move) => {
    setOrder(move.after);
    waiting.current.push(move);
    if (waiting.current.length > 1) return;
    tag.current = read.tag;
    void saveAll();
  };

  const tell = (text: string, undo?: Move) => setTold({ kind: 'done', text, ...(undo && { undo }) });
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
    undo: ({ uuid, before }: Move) => {
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
