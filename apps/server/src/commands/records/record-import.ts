import type { TenantData, TenantQueries, WriteTransaction } from '../../db/database.ts';
import { constraintProblem, isRowRefused } from '../../db/constraint-problems.ts';
import { createItems, makeCollectionsAtPaths, pathKey } from '../../modules/catalogue/public.ts';
import { createTemplates, lockGraph, normalisePressmark } from '../../modules/records/public.ts';
import { ProblemError } from '../../problem-error.ts';
import type { ReportLine } from '../import-report.ts';
import {
  judgeRows,
  MENDED,
  refusal,
  type Candidate,
  type FileKnowledge,
  type Judgement,
  type Result,
} from './judge-rows.ts';
import type { RecordRow } from './record-row.ts';
import { RefusedRow, type ReadRow } from './refused-row.ts';

/** Where and how the records are imported. */
export interface RecordTarget {
  readonly data: TenantData;
  /** The collection where the rows' paths start; rows without a path are put into it. */
  readonly into: string;
  readonly state: string | undefined;
  /** Only report, without writing. */
  readonly dryRun: boolean;
}

const AFTER_QUOTA = 'Run the import again when there is room; what is in is left as it is.';

const isQuotaProblem = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === 'records-quota';

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
  /** Why no more records can be made: the quota of the organisation. */
  #quotaProblem: string | undefined;

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
    const judged = await this.#target.data.read((db) => this.#judge(db, candidates));
    if (judged.wanted.length === 0) return judged.lines;
    if (!this.#target.dryRun) return [...judged.lines, ...(await this.#written(judged.wanted))];
    this.#remember(judged);
    return [...judged.lines, ...judged.wanted.map((one) => created(one, 'would be created'))];
  }

  #judge(db: TenantQueries, candidates: readonly Candidate[]): Promise<Judgement> {
    return judgeRows(db, this.#target.into, this.#knowledge, candidates);
  }

  /** Writes rows in one transaction; where the database refuses it, in halves, down to the single row. */
  async #written(candidates: readonly Candidate[]): Promise<ReportLine[]> {
    const quotaProblem = this.#quotaProblem;
    if (quotaProblem !== undefined) {
      const { lines, wanted } = await this.#target.data.read((db) => this.#judge(db, candidates));
      const refused = wanted.map(({ row, record }) =>
        refusal(row, record.pressmark, quotaProblem, AFTER_QUOTA),
      );
      return [...lines, ...refused];
    }
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
        if (isQuotaProblem(error)) {
          this.#quotaProblem = error.message;
          return this.#written(candidates);
        }
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
    const judged = await this.#judge(tx.db, candidates);
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

function created({ row, record }: Candidate, result: Result): ReportLine {
  return { row, pressmark: record.pressmark, result };
}
