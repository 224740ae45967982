import type { MetadataEntry } from '@armarium/contract/metadata';
import type { TenantQueries } from '../../db/database.ts';
import {
  collectionsAtPaths,
  itemsByPressmarks,
  pathKey,
  type KnownItem,
  type TitlePath,
} from '../../modules/catalogue/public.ts';
import {
  fieldTemplates,
  newMetadata,
  type FieldTemplate,
  type NewTemplate,
} from '../../modules/records/public.ts';
import type { ReportLine } from '../import-report.ts';
import { valueForType } from './field-survey.ts';
import type { RecordRow } from './record-row.ts';
import { RefusedRow } from './refused-row.ts';
import type { RepeatedPressmarks } from './repeated-pressmarks.ts';

/** The result of the first reading of the file. */
export interface FileKnowledge {
  /** All names of metadata in the file; other fields of records are left alone. */
  readonly names: ReadonlySet<string>;
  /** The templates that its values need, by name. */
  readonly templates: ReadonlyMap<string, NewTemplate>;
  readonly repeated: RepeatedPressmarks;
}

export const results = ['created', 'would be created', 'unchanged', 'differs', 'refused'] as const;
export type Result = (typeof results)[number];

/** A row without a known fault. */
export interface Candidate {
  readonly row: number;
  readonly record: RecordRow;
  readonly pressmark_norm: string;
}

interface Wanted extends Candidate {
  readonly metadata: readonly MetadataEntry[];
  readonly paths: readonly TitlePath[];
}

/** The decisions about some rows, with the catalogue as it is now. */
export interface Judgement {
  readonly lines: ReportLine[];
  readonly wanted: Wanted[];
  /** The missing templates that the accepted rows need. */
  readonly templates: NewTemplate[];
  /** Keys of the missing collections that they need. */
  readonly collections: Set<string>;
}

export const MENDED = 'Mend the row in the file and run the import again; what is in is left as it is.';
const LEFT = 'Nothing was changed. Change the record in the catalogue, or the row in the file.';

/**
 * Judges rows by the rules of the API, with the catalogue as it is now.
 * @param into the collection where the paths of the rows start
 */
export async function judgeRows(
  db: TenantQueries,
  into: string,
  knowledge: FileKnowledge,
  candidates: readonly Candidate[],
): Promise<Judgement> {
  const templates = new Map((await fieldTemplates(db, 'ITEM')).map((template) => [template.name, template]));
  const missing = new Map<string, NewTemplate>();
  for (const [name, template] of knowledge.templates) {
    if (templates.has(name)) continue;
    missing.set(name, template);
    templates.set(name, { ...template, required: false, enumValues: [] });
  }
  const inForce = [...templates.values()];
  const forCollections = await fieldTemplates(db, 'COLLECTION');
  const known = new Map(
    (
      await itemsByPressmarks(
        db,
        candidates.map(({ pressmark_norm }) => pressmark_norm),
      )
    ).map((item) => [item.pressmark_norm, item]),
  );
  const places = await collectionsAtPaths(
    db,
    into,
    candidates.flatMap(({ record }) => record.paths),
  );

  const judgement: Judgement = { lines: [], wanted: [], templates: [], collections: new Set() };
  const needed = new Set<string>();
  for (const candidate of candidates) {
    const { row, record, pressmark_norm } = candidate;
    const entries = record.entries.map(({ name, value }) => ({
      name,
      value: valueForType(value, templates.get(name)?.type ?? 'STRING'),
    }));
    const item = known.get(pressmark_norm);
    // A refused row must not keep its pressmark from a later row.
    const problem =
      (item ? undefined : problemOf(entries, record.paths, inForce, forCollections, places)) ??
      takenBefore(knowledge, candidate);
    if (problem) judgement.lines.push(refusal(row, record.pressmark, problem.message, problem.nextStep));
    else if (item) judgement.lines.push(compared(knowledge, candidate, entries, item, places));
    else {
      const paths = record.paths.length > 0 ? record.paths : [[]];
      judgement.wanted.push({ ...candidate, metadata: entries, paths });
      for (const { name } of entries) needed.add(name);
      for (const path of paths) {
        for (let length = 1; length <= path.length; length += 1) {
          const key = pathKey(path.slice(0, length));
          if (!places.has(key)) judgement.collections.add(key);
        }
      }
    }
  }
  judgement.templates.push(...[...missing.values()].filter(({ name }) => needed.has(name)));
  return judgement;
}

/**
 * The refusal of a row whose pressmark another row of the file has: the first one keeps it, in every run.
 */
function takenBefore(
  { repeated }: FileKnowledge,
  { row, pressmark_norm }: Candidate,
): RefusedRow | undefined {
  if (pressmark_norm === '') return undefined;
  const holder = repeated.take(pressmark_norm, row);
  return holder === undefined || holder === row
    ? undefined
    : new RefusedRow(
        `Row ${holder} of this file has the same pressmark.`,
        'Give one of the two another pressmark, or take one out.',
      );
}

function compared(
  { names }: FileKnowledge,
  { row, record }: Candidate,
  entries: readonly MetadataEntry[],
  item: KnownItem,
  places: ReadonlyMap<string, string[]>,
): ReportLine {
  const brought = valuesByName(entries);
  const held = valuesByName(item.metadata);
  const different = [...names].filter((name) => brought.get(name) !== held.get(name));
  const parents = new Set(item.parents);
  const isPlaced = record.paths.every((path) =>
    places.get(pathKey(path))?.some((collection) => parents.has(collection)),
  );
  if (!isPlaced) different.push('collectionPath');
  return different.length === 0
    ? { row, pressmark: record.pressmark, result: 'unchanged' satisfies Result }
    : {
        row,
        pressmark: record.pressmark,
        result: 'differs' satisfies Result,
        cause: `The record in the catalogue differs in: ${different.join(', ')}.`,
        nextStep: LEFT,
      };
}

/** The values of each name in order, as one text: a number equals the text that looks like it. */
function valuesByName(entries: readonly MetadataEntry[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of entries) {
    const before = values.get(name);
    values.set(name, before === undefined ? String(value) : `${before}\u0000${String(value)}`);
  }
  return values;
}

function problemOf(
  entries: readonly MetadataEntry[],
  paths: readonly TitlePath[],
  templates: readonly FieldTemplate[],
  forCollections: readonly FieldTemplate[],
  places: ReadonlyMap<string, string[]>,
): RefusedRow | undefined {
  const { problems } = newMetadata(entries, {}, templates);
  const causes = problems.map(({ name, message }) => {
    const index = /^customMetadataList\[(\d+)\]/.exec(name)?.[1];
    return `${index === undefined ? name : (entries[Number(index)]?.name ?? name)}: ${message}`;
  });
  for (const title of new Set(paths.flatMap((path) => (places.has(pathKey(path)) ? [] : path)))) {
    const refused = newMetadata([{ name: 'sgtt', value: title }], {}, forCollections).problems;
    causes.push(
      ...refused.map(({ name, message }) => `collectionPath: "${title.slice(0, 60)}": ${name}: ${message}`),
    );
  }
  return causes.length > 0 ? new RefusedRow(causes.join(' '), MENDED) : undefined;
}

export function refusal(row: number, pressmark: string, cause: string, nextStep: string): ReportLine {
  return { row, pressmark, result: 'refused' satisfies Result, cause, nextStep };
}
