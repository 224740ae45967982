import type { MetadataEntry } from '@armarium/contract/metadata';
import type { TenantData, TenantQueries, WriteTransaction } from '../../db/database.ts';
import { constraintProblem, isRowRefused } from '../../db/constraint-problems.ts';
import {
  collectionsAtPaths,
  createItems,
  itemsByPressmarks,
  makeCollectionsAtPaths,
  pathKey,
  type KnownItem,
  type TitlePath,
} from '../../modules/catalogue/public.ts';
import {
  createTemplates,
  fieldTemplates,
  lockGraph,
  newMetadata,
  normalisePressmark,
  type FieldTemplate,
  type NewTemplate,
} from '../../modules/records/public.ts';
import { ProblemError } from '../../problem-error.ts';
import type { ReportLine } from '../import-report.ts';
import { valueForType } from './field-survey.ts';
import type { RecordRow } from './record-row.ts';
import { RefusedRow, type ReadRow } from './refused-row.ts';
import type { RepeatedPressmarks } from './repeated-pressmarks.ts';

/** Where and how the records are imported. */
export interface RecordTarget {
  readonly data: TenantData;
  /** The collection where the rows' paths start; rows without a path are put into it. */
  readonly into: string;
  readonly state: string | undefined;
  /** Only report, without writing. */
  readonly dryRun: boolean;
}

/** The result of the first reading of the file. */
export interface FileKnowledge {
  /** All names of metadata in the file; other fields of records are left alone. */
  readonly names: ReadonlySet<string>;
  /** The templates that its values need, by name. */
  readonly templates: ReadonlyMap<string, NewTemplate>;
  readonly repeated: RepeatedPressmarks;
}

export const results = ['created', 'would be created', 'unchanged', 'differs', 'refused'] as const;
type Result = (typeof results)[number];

/** A row without a known fault. */
interface Candidate {
  readonly row: number;
  readonly record: RecordRow;
  readonly pressmark_norm: string;
}

interface Wanted extends Candidate {
  readonly metadata: readonly MetadataEntry[];
  readonly paths: readonly TitlePath[];
}

/** The decisions about some rows, with the catalogue as it is now. */
interface Judgement {
  readonly lines: ReportLine[];
  readonly wanted: Wanted[];
  /** The missing templates that the accepted rows need. */
  readonly templates: NewTemplate[];
  /** Keys of the missing collections that they need. */
  readonly collections: Set<string>;
}

const MENDED = 'Mend the row in the file and run the import again; what is in is left as it is.';
const LEFT = 'Nothing was changed. Change the record in the catalogue, or the row in the file.';

/** Rolls back a transaction in which there was nothing to write. */
class NothingToWrite extends Error {
  readonly lines: ReportLine[];

  constructor(lines: ReportLine[]) {
    super();
    this.lines = lines;
  }
}

/**
 * Imports rows into the catalogue, in chunks of one transaction each. Existing items are found by their
 * pressmarks and never changed, so an import can be repeated after any interruption. A dry run does the same
 * without writing.
 */
export class RecordImport {
  readonly #target: RecordTarget;
  readonly #knowledge: FileKnowledge;
  readonly #collections = new Set<string>();
  readonly #templates = new Set<string>();
  #findsNew = false;

  constructor(target: RecordTarget, knowledge: FileKnowledge) {
    this.#target = target;
    this.#knowledge = knowledge;
  }

  /** The number of collections that were made, or would be. */
  get collectionsMade(): number {
    return this.#collections.size;
  }

  /** The names of the templates that were made, or would be. */
  get templatesMade(): readonly string[] {
    return [...this.#templates];
  }

  /** @returns the result of each row, or in a dry run what it would be, in order */
  async chunk(rows: readonly ReadRow<RecordRow>[]): Promise<ReportLine[]> {
    const lines: ReportLine[] = [];
    const candidates: Candidate[] = [];
    for (const { row, content } of rows) {
      if (content instanceof RefusedRow) lines.push(refusal(row, '', content.message, content.nextStep));
      else candidates.push({ row, record: content, pressmark_norm: normalisePressmark(content.pressmark) });
    }
    lines.push(...(await this.#settled(candidates)));
    return lines.sort((left, right) => Number(left.row) - Number(right.row));
  }

  async #settled(candidates: readonly Candidate[]): Promise<ReportLine[]> {
    if (candidates.length === 0) return [];
    // After new rows more new ones are likely. Otherwise a look without locks comes first, so that rows with
    // nothing to write block nobody.
    if (this.#findsNew && !this.#target.dryRun) return this.#written(candidates);
    const judged = await this.#target.data.read((db) => this.#judged(db, candidates));
    if (judged.wanted.length === 0) return judged.lines;
    if (!this.#target.dryRun) return [...judged.lines, ...(await this.#written(judged.wanted))];
    this.#remember(judged);
    return [...judged.lines, ...judged.wanted.map((one) => created(one, 'would be created'))];
  }

  /** Judges rows by the rules of the API, with the catalogue as it is now. */
  async #judged(db: TenantQueries, candidates: readonly Candidate[]): Promise<Judgement> {
    const { into } = this.#target;
    const templates = new Map(
      (await fieldTemplates(db, 'ITEM')).map((template) => [template.name, template]),
    );
    const missing = new Map<string, NewTemplate>();
    for (const [name, template] of this.#knowledge.templates) {
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
        this.#takenBefore(candidate);
      if (problem) judgement.lines.push(refusal(row, record.pressmark, problem.message, problem.nextStep));
      else if (item) judgement.lines.push(this.#compared(candidate, entries, item, places));
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
  #takenBefore({ row, pressmark_norm }: Candidate): RefusedRow | undefined {
    if (pressmark_norm === '') return undefined;
    const holder = this.#knowledge.repeated.take(pressmark_norm, row);
    return holder === undefined || holder === row
      ? undefined
      : new RefusedRow(
          `Row ${holder} of this file has the same pressmark.`,
          'Give one of the two another pressmark, or take one out.',
        );
  }

  #compared(
    { row, record }: Candidate,
    entries: readonly MetadataEntry[],
    item: KnownItem,
    places: ReadonlyMap<string, string[]>,
  ): ReportLine {
    const brought = valuesByName(entries);
    const held = valuesByName(item.metadata);
    const different = [...this.#knowledge.names].filter((name) => brought.get(name) !== held.get(name));
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

  /** Writes rows in one transaction; where the database refuses it, in halves, down to the single row. */
  async #written(candidates: readonly Candidate[]): Promise<ReportLine[]> {
    try {
      const { judged, lines } = await this.#target.data.write('import', (tx) => this.#write(tx, candidates));
      this.#remember(judged);
      this.#findsNew = true;
      return lines;
    } catch (error) {
      if (error instanceof NothingToWrite) {
        this.#findsNew = false;
        return error.lines;
      }
      if (!(error instanceof ProblemError) && !isRowRefused(error)) throw error;
      const [only] = candidates;
      if (candidates.length === 1 && only) {
        const cause = constraintProblem(error)?.detail ?? (error as Error).message;
        return [refusal(only.row, only.record.pressmark, `The catalogue refused it: ${cause}`, MENDED)];
      }
      const half = Math.ceil(candidates.length / 2);
      return [
        ...(await this.#written(candidates.slice(0, half))),
        ...(await this.#written(candidates.slice(half))),
      ];
    }
  }

  async #write(
    tx: WriteTransaction,
    candidates: readonly Candidate[],
  ): Promise<{ judged: Judgement; lines: ReportLine[] }> {
    // Other imports that make items, collections or fields wait here, and then see the new ones.
    await lockGraph(tx);
    const judged = await this.#judged(tx.db, candidates);
    if (judged.wanted.length === 0) throw new NothingToWrite(judged.lines);
    await createTemplates(tx, 'ITEM', judged.templates);
    const uuids = await makeCollectionsAtPaths(
      tx,
      this.#target.into,
      judged.wanted.flatMap(({ paths }) => paths),
    );
    await createItems(
      tx,
      judged.wanted.map(({ metadata, paths }) => ({
        metadata,
        parentCollectionsUuids: paths.flatMap((path) => uuids.get(pathKey(path))?.[0] ?? []),
        state: this.#target.state,
      })),
    );
    return { judged, lines: [...judged.lines, ...judged.wanted.map((one) => created(one, 'created'))] };
  }

  #remember({ collections, templates }: Judgement): void {
    for (const key of collections) this.#collections.add(key);
    for (const { name } of templates) this.#templates.add(name);
  }
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

function refusal(row: number, pressmark: string, cause: string, nextStep: string): ReportLine {
  return { row, pressmark, result: 'refused' satisfies Result, cause, nextStep };
}

function created({ row, record }: Candidate, result: Result): ReportLine {
  return { row, pressmark: record.pressmark, result };
}
