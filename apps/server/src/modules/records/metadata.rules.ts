import type { Labels } from '@armarium/contract/labels';
import type { FieldProblem } from '@armarium/contract/problem';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { invalid } from '../../problem-error.ts';
import { isNoDay } from './dates/calendar-day.ts';
import { cleanText } from './record-text.ts';

/** The properties of a template that the rules use. */
export interface FieldTemplate {
  readonly name: string;
  /** The name that people see. */
  readonly label?: string;
  /** The same in each language. */
  readonly labels?: Labels;
  readonly type: string;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly enumValues: readonly string[];
}

/** The greatest length of one value, in characters: descriptions run to thousands, titles to hundreds. */
const VALUE_MAX_CHARACTERS = 20_000;
const STRING_MAX_CHARACTERS = 4_000;
/** The limit of a pressmark: it is indexed as a whole, and printed on a label. */
const PRESSMARK_MAX_CHARACTERS = 255;

const expected: Readonly<
  Record<string, { holds: (value: MetadataEntry['value']) => boolean; message: string }>
> = {
  INTEGER: {
    holds: (value) => Number.isSafeInteger(typeof value === 'string' ? Number(value) : value),
    message: 'A whole number is expected.',
  },
  NUMBER: {
    holds: (value) => typeof value !== 'boolean' && Number.isFinite(Number(value)),
    message: 'A number is expected.',
  },
  BOOLEAN: { holds: (value) => typeof value === 'boolean', message: 'True or false is expected.' },
  EMAIL: {
    holds: (value) => typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
    message: 'An e-mail address is expected.',
  },
  // A full date, or an uncertain one as it was typed (`[ca 1480]`, `sec. XV ex.`, years BC).
  DATE: {
    holds: (value) => typeof value === 'string' && !isNoDay(value),
    message: 'A day that there was (1480-05-09) is expected, or an uncertain date as text ([ca 1480]).',
  },
};

function isBlank(value: MetadataEntry['value']): boolean {
  return typeof value === 'string' && value === '';
}

/** How many characters one value of a field may have. */
function characterLimit({ name, type }: Pick<FieldTemplate, 'name' | 'type'>): number {
  if (name === 'pressmark') return PRESSMARK_MAX_CHARACTERS;
  return type === 'STRING' ? STRING_MAX_CHARACTERS : VALUE_MAX_CHARACTERS;
}

/**
 * A character takes up to two UTF-16 code units: a string with more than twice the limit is too long without
 * counting.
 */
const isSurelyLonger = (length: number, limit: number): boolean => length > 2 * limit;

const tooLong = (limit: number) => ({ code: 'too-long', message: `At most ${limit} characters fit.` });

/**
 * Refuses a value by its length before it is built. A value near the limit is checked once it exists.
 * @param length in UTF-16 code units
 * @throws ProblemError 422 as for a value that is too long
 */
export function refuseSurelyTooLong(length: number, template: Pick<FieldTemplate, 'name' | 'type'>): void {
  const limit = characterLimit(template);
  if (isSurelyLonger(length, limit))
    throw invalid([{ name: template.name, template: template.name, ...tooLong(limit) }]);
}

function valueProblem(entry: MetadataEntry, template: FieldTemplate): Omit<FieldProblem, 'name'> | undefined {
  const rule = expected[template.type];
  if (rule && !rule.holds(entry.value)) return { code: 'wrong-type', message: rule.message };
  if (template.type === 'ENUM' && !template.enumValues.includes(String(entry.value))) {
    return { code: 'not-in-dictionary', message: `It must be one of: ${template.enumValues.join(', ')}.` };
  }
  if (typeof entry.value === 'string') {
    const limit = characterLimit(template);
    if (isSurelyLonger(entry.value.length, limit) || [...entry.value].length > limit) return tooLong(limit);
    // PostgreSQL stores no NUL, and other control characters come from a broken paste.
    if (/[^\P{Cc}\n\t]/u.test(entry.value)) {
      return {
        code: 'control-character',
        message: 'It contains an invisible control character; type it again.',
      };
    }
  }
  return undefined;
}

/**
 * Top-level fields of a body (`sgtt`, …) that mirror entries of its list; undefined where the body has none.
 */
export type Mirrors = Readonly<Record<string, string | undefined>>;

/** The cleaned list, and all problems with the paths of their fields. */
interface Judged {
  readonly metadata: MetadataEntry[];
  readonly problems: FieldProblem[];
}

/** An entry with its index in the body. */
interface PlacedEntry {
  readonly path: string;
  readonly entry: MetadataEntry;
}

function cleaned({ name, value }: MetadataEntry): MetadataEntry {
  return { name, value: typeof value === 'string' ? cleanText(value) : value };
}

function placed(list: readonly MetadataEntry[]): PlacedEntry[] {
  return list.map((entry, index) => ({ path: `customMetadataList[${index}]`, entry: cleaned(entry) }));
}

function givenMirrors(mirrors: Mirrors): [name: string, value: string][] {
  return Object.entries(mirrors).flatMap(([name, raw]) =>
    raw === undefined ? [] : [[name, cleanText(raw)]],
  );
}

function mirrorDisagrees(name: string): FieldProblem {
  return {
    name,
    code: 'mirror-disagrees',
    template: name,
    message: `It differs from ${name} in customMetadataList.`,
  };
}

/**
 * The metadata of a new record from its list and its mirrors (decisions §4, wire.md): cleaned, checked
 * against the templates, without blank values. Entries keep their order; a mirror without an entry goes
 * first.
 *
 * @param source the stored list of the record that is duplicated: values that are the same there are not
 *   checked, so that a record older than its templates can be duplicated
 */
export function newMetadata(
  list: readonly MetadataEntry[],
  mirrors: Mirrors,
  templates: readonly FieldTemplate[],
  source?: readonly MetadataEntry[],
): Judged {
  const inList = placed(list);
  const added: PlacedEntry[] = [];
  const problems: FieldProblem[] = [];
  for (const [name, value] of givenMirrors(mirrors)) {
    const first = inList.find(({ entry }) => entry.name === name);
    if (!first) added.push({ path: name, entry: { name, value } });
    else if (String(first.entry.value) !== value) problems.push(mirrorDisagrees(name));
  }
  return judged(source, [...added, ...inList], templates, problems);
}

/**
 * The metadata of a record after an edit (decisions §4, wire.md, API-166, A-102). A list replaces the whole
 * old list, and mirrors beside it have to agree with it; mirrors alone change the first value of their names.
 * Only changed values are checked, so that a record older than its templates can always be saved. Values of
 * an archived field that the list does not name are kept.
 *
 * @param before the stored list of the record
 */
export function editedMetadata(
  before: readonly MetadataEntry[],
  { list, mirrors }: { list: readonly MetadataEntry[] | undefined; mirrors: Mirrors },
  templates: readonly FieldTemplate[],
): Judged {
  const problems: FieldProblem[] = [];
  if (list) {
    for (const [name, value] of givenMirrors(mirrors))
      if (mirrorOf(list.map(cleaned), name) !== value) problems.push(mirrorDisagrees(name));
    const named = new Set([...list, ...templates].map(({ name }) => name));
    const archived = (entry: MetadataEntry) => !named.has(entry.name);
    return judged(before, withKept(placed(list), before, archived), templates, problems);
  }
  const entries = placed(before);
  for (const [name, value] of givenMirrors(mirrors)) {
    const index = entries.findIndex(({ entry }) => entry.name === name);
    if (String(entries[index]?.entry.value ?? '') === value) continue;
    entries.splice(Math.max(0, index), index < 0 ? 0 : 1, { path: name, entry: { name, value } });
  }
  return judged(before, entries, templates, problems);
}

/**
 * The entries of a list with the kept old ones. Each kept entry follows the entry that it followed before.
 */
function withKept(
  entries: readonly PlacedEntry[],
  before: readonly MetadataEntry[],
  isKept: (entry: MetadataEntry) => boolean,
): PlacedEntry[] {
  const whole = [...entries];
  for (const [index, kept] of before.entries()) {
    if (!isKept(kept)) continue;
    const neighbour = before[index - 1];
    const place = neighbour ? whole.findLastIndex(({ entry }) => entry.name === neighbour.name) + 1 : 0;
    whole.splice(neighbour && place === 0 ? whole.length : place, 0, { path: kept.name, entry: kept });
  }
  return whole;
}

/**
 * A unique key of name and value. JSON keeps them apart, as a name may hold any character, and 1 is not '1'.
 */
const asKey = ({ name, value }: MetadataEntry): string =>
  `${name.length} ${name} ${typeof value} ${String(value)}`;

/**
 * Checks the values that the record did not have before (all of them in a new record), and drops blank ones.
 */
function judged(
  before: readonly MetadataEntry[] | undefined,
  entries: readonly PlacedEntry[],
  templates: readonly FieldTemplate[],
  problems: FieldProblem[],
): Judged {
  const byName = new Map(templates.map((template) => [template.name, template]));
  const held = new Map<string, number>();
  for (const entry of before ?? []) {
    const key = asKey(cleaned(entry));
    held.set(key, (held.get(key) ?? 0) + 1);
  }
  const changed = new Set<PlacedEntry>();
  for (const one of entries) {
    const left = held.get(asKey(one.entry)) ?? 0;
    held.set(asKey(one.entry), left - 1);
    if (left <= 0) changed.add(one);
  }
  const changedNames = new Set([...changed].map(({ entry }) => entry.name));

  const seen = new Set<string>();
  for (const one of entries) {
    const { path, entry } = one;
    const template = byName.get(entry.name);
    if (!template) {
      if (changed.has(one)) {
        problems.push({
          name: path,
          code: 'unknown-field',
          template: entry.name,
          message: `There is no field "${entry.name}" here.`,
        });
      }
      continue;
    }
    if (seen.has(entry.name) && !template.repeatable && changedNames.has(entry.name)) {
      problems.push({
        name: path,
        code: 'not-repeatable',
        template: entry.name,
        message: `"${entry.name}" may appear only once.`,
      });
    }
    seen.add(entry.name);
    const problem = changed.has(one) && !isBlank(entry.value) ? valueProblem(entry, template) : undefined;
    if (problem) problems.push({ name: path, template: entry.name, ...problem });
  }

  const metadata = entries.map(({ entry }) => entry).filter((entry) => !isBlank(entry.value));
  const has = (list: readonly MetadataEntry[], name: string) => list.some((entry) => entry.name === name);
  for (const { name, required } of templates) {
    // A record that never had the field can be saved without it.
    if (required && !has(metadata, name) && (!before || has(before, name))) {
      problems.push({ name, code: 'required', template: name, message: 'It is required.' });
    }
  }
  return { metadata, problems };
}

/** Whether two lists hold the same entries in the same order. */
export function isSameMetadata(one: readonly MetadataEntry[], other: readonly MetadataEntry[]): boolean {
  return (
    one.length === other.length && one.every((entry, index) => asKey(entry) === asKey(other[index] ?? entry))
  );
}

/** The first value of a name, which the top-level field mirrors; empty where there is none. */
export function mirrorOf(metadata: readonly MetadataEntry[], name: string): string {
  const value = metadata.find((entry) => entry.name === name)?.value;
  return value === undefined ? '' : String(value);
}
