import type { ChangeAction, RecordChange } from '@armarium/contract/record-changes';
import {
  changedMetadata,
  changedProperties,
  isChanged,
  readableValues,
  valuesOf,
  type Values,
} from '../records/public.ts';
import { textOf } from '../story/public.ts';

/** One entry of a record's history; `before` and `after` as whoever made the change wrote them. */
export interface HistoryPart {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** One change of one record: what its entries under one change set say together. Records are named by uuid. */
export interface DescribedChange extends Pick<RecordChange, 'reason' | 'fields'> {
  readonly actions: readonly ChangeAction[];
  readonly left: readonly string[];
  readonly entered: readonly string[];
  readonly imagesLost: readonly string[];
  readonly imagesGot: readonly string[];
}

/** How many steps of a story are told, of those that one change concerns. */
const STEPS_TOLD = 20;
/** The same of the entries of a table of contents. */
const ENTRIES_TOLD = 20;

/** Values that the answer shows elsewhere, or that mean nothing to people. */
const shownElsewhere = new Set([
  'customMetadataList',
  'parentCollectionsUuids',
  'images',
  'contents',
  'contentsOrder',
  'steps',
  'stepOrder',
  'storyboards',
  'confirmedImages',
  'culturalItem',
  'reason',
  'comment',
  'title',
  'checksums',
  'sha256',
]);

const uuidsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];

/**
 * A link of an image is a change of its item, and a link of a story a change of its series. A link to a collection is a
 * move; so is an image that comes into another item.
 */
function actionOf({ action, before, after }: HistoryPart): ChangeAction {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (action === 'link' || action === 'unlink') {
    const all = { ...was, ...is };
    return 'images' in all || 'storyboards' in all ? 'update' : 'move';
  }
  if (action === 'update' && was['culturalItem'] !== is['culturalItem']) return 'move';
  return action as ChangeAction;
}

/** Describes one change by the entries that it left in a record's history. */
export function describeChange(parts: readonly HistoryPart[]): DescribedChange {
  const values = parts.map(({ before, after }) => ({ was: valuesOf(before), is: valuesOf(after) }));
  const all = (side: 'was' | 'is', name: string) => values.flatMap((one) => uuidsOf(one[side][name]));
  const items = (side: 'was' | 'is') =>
    values.flatMap(({ was, is }) => {
      const value = (side === 'was' ? was : is)['culturalItem'];
      return typeof value === 'string' && was['culturalItem'] !== is['culturalItem'] ? [value] : [];
    });
  const [had, has] = [all('was', 'images'), all('is', 'images')];
  return {
    actions: distinct(parts.map(actionOf)),
    reason:
      values.map(({ is }) => is['reason'] ?? is['comment']).find((text) => typeof text === 'string') ?? '',
    left: distinct([...all('was', 'parentCollectionsUuids'), ...items('was')]),
    entered: distinct([...all('is', 'parentCollectionsUuids'), ...items('is')]),
    imagesLost: had.filter((image) => !has.includes(image)),
    imagesGot: has.filter((image) => !had.includes(image)),
    fields: parts.flatMap(({ action }, index) => {
      const one = values[index];
      return one === undefined || action === 'create' || action === 'purge' ? [] : fieldsOf(one.was, one.is);
    }),
  };
}

function fieldsOf(was: Values, is: Values): RecordChange['fields'] {
  const names = distinct([...Object.keys(was), ...Object.keys(is)]).filter(
    (name) => !shownElsewhere.has(name),
  );
  const [had, has] = [uuidsOf(was['images']), uuidsOf(is['images'])];
  const isReordered =
    had.length > 1 && had.length === has.length && had.every((image) => has.includes(image));
  return [
    ...changedMetadata(was['customMetadataList'], is['customMetadataList']),
    ...changedProperties(was, is, names),
    ...(isReordered ? [{ name: 'images', before: [], after: [] }] : []),
    ...entryFields(was, is),
    ...stepFields(was['steps'], is['steps']),
    // Which they were, and in which order, is in the record's history.
    ...['stepOrder', 'storyboards', 'confirmedImages']
      .filter((name) => name in { ...was, ...is })
      .map((name) => ({ name, before: [], after: [] })),
  ];
}

/** The entries of a table of contents that changed, by their labels; without them where only their places changed. */
function entryFields(was: Values, is: Values): RecordChange['fields'] {
  if (!('contents' in is) && !('contentsOrder' in is)) return [];
  const told = (entries: unknown) =>
    readableValues(
      (Array.isArray(entries) ? entries : []).slice(0, ENTRIES_TOLD).map((entry) => valuesOf(entry)['label']),
    );
  const sides = { before: told(was['contents']), after: told(is['contents']) };
  return [{ name: 'contents', ...(isChanged(sides) ? sides : { before: [], after: [] }) }];
}

/** The steps of a story that changed: number, title and commentary; without them where something else changed. */
function stepFields(was: unknown, is: unknown): RecordChange['fields'] {
  if (was === undefined && is === undefined) return [];
  const told = (steps: unknown) =>
    readableValues(
      (Array.isArray(steps) ? steps : []).slice(0, STEPS_TOLD).map((step) => {
        const { number, title, commentary } = valuesOf(step);
        const text = typeof commentary === 'string' ? textOf(commentary) : '';
        return `${String(number)}. ${String(title)} ${text}`.trim();
      }),
    );
  const sides = { before: told(was), after: told(is) };
  return [{ name: 'steps', ...(isChanged(sides) ? sides : { before: [], after: [] }) }];
}
