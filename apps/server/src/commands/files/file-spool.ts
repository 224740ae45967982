import type { Pool, PoolClient } from '../../db/pool.ts';
import type { ListedFile } from './checksum-list.ts';
import { findItems } from './find-items.ts';
import type { Checksum } from './read-file.ts';
import { WaitingFiles, type Stored } from './waiting-files.ts';

const ROWS_AT_ONCE = 1000;

export interface FileResult {
  readonly result: string;
  readonly cause: string;
  readonly nextStep: string;
}

export interface SpooledItem {
  readonly uuid: string;
  readonly pressmark: string;
  /** The normalised pressmark. */
  readonly norm: string;
  /** The folded pressmark. */
  readonly bare: string;
}

/** A found file, with the readings of its name. */
export interface FileToSpool {
  readonly path: string;
  readonly size_bytes: number;
  readonly isAbsent?: boolean;
  /** Its result, where that does not depend on an item. */
  readonly decided?: FileResult;
  /** All readings of its name, the preferred one first. */
  readonly readings: readonly (Omit<SpooledItem, 'uuid'> & {
    readonly seq: number;
    readonly label: string;
  })[];
}

export interface SpooledFile {
  readonly path: string;
  readonly size_bytes: number;
  readonly isAbsent: boolean;
  readonly seq: number;
  readonly label: string;
  readonly checksums: readonly Checksum[];
}

type DecidedFile = FileResult & Pick<Stored, 'path' | 'pressmark'>;

/**
 * The files of a folder, in temporary tables of one database session. They are grouped by item, looked up and
 * compared there, so that memory does not grow with their number. The tables end with the session.
 */
export class FileSpool {
  /** The imported files that wait for their images. */
  readonly waiting: WaitingFiles;
  readonly #client: PoolClient;

  private constructor(client: PoolClient, waiting: WaitingFiles) {
    this.#client = client;
    this.waiting = waiting;
  }

  /** @param pool of the migrator, who may make temporary tables and sees the rows of the given tenant */
  static async open(pool: Pool): Promise<FileSpool> {
    const client = await pool.connect();
    try {
      await client.query(`
        create temp table scan_item (uuid uuid not null, pressmark text not null, norm text primary key,
          bare text not null);
        create temp table scan_file (path text primary key, nfc text not null, size_bytes bigint not null,
          is_absent boolean not null, result text, cause text, next_step text, pressmark text not null default '',
          item uuid, seq integer, label text, sha256 text);
        create temp table scan_reading (path text not null, rank integer not null, pressmark text not null,
          norm text not null, bare text not null, seq integer not null, label text not null);
        create temp table scan_listed (nfc text not null, algorithm text not null, digest text not null)`);
      return new FileSpool(client, await WaitingFiles.open(client));
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async close(): Promise<void> {
    try {
      await this.#client.query('discard temp');
      this.#client.release();
    } catch {
      // Where the session is lost its tables are gone.
      this.#client.release(true);
    }
  }

  async addItems(items: readonly SpooledItem[]): Promise<void> {
    await this.#insert('scan_item', 'uuid, pressmark, norm, bare', items);
  }

  async addFiles(files: readonly FileToSpool[]): Promise<void> {
    await this.#insert(
      'scan_file',
      'path, nfc, size_bytes, is_absent, result, cause, next_step',
      files.map(({ path, size_bytes, isAbsent, decided }) => ({
        ...{ path, nfc: path.normalize('NFC'), size_bytes, is_absent: isAbsent ?? false },
        ...(decided && { ...decided, next_step: decided.nextStep }),
      })),
    );
    await this.#insert(
      'scan_reading',
      'path, rank, pressmark, norm, bare, seq, label',
      files.flatMap(({ path, readings }) => readings.map((one, rank) => ({ ...one, path, rank }))),
    );
  }

  async addListed(files: readonly ListedFile[]): Promise<void> {
    await this.#insert(
      'scan_listed',
      'nfc, algorithm, digest',
      files.map(({ path, ...checksum }) => ({ ...checksum, nfc: path })),
    );
  }

  /** Inserts the columns of the rows; a row that repeats another one or its key is left out. */
  async #insert(table: string, columns: string, rows: readonly object[]): Promise<void> {
    await this.#client.query(
      `insert into ${table} (${columns})
      select distinct ${columns} from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [JSON.stringify(rows)],
    );
  }

  /** Files in checksum lists that the folder lacks, in batches. */
  async *absent(): AsyncGenerator<string[]> {
    await this.#client.query('create index on scan_file (nfc); create index on scan_listed (nfc)');
    await this.#client.query('analyze scan_file; analyze scan_listed');
    const pages = this.#pages<{ nfc: string }>(
      `select distinct nfc from scan_listed where nfc > $1
      and not exists (select from scan_file where scan_file.nfc = scan_listed.nfc)
      order by nfc limit ${ROWS_AT_ONCE}`,
      ({ nfc }) => nfc,
    );
    for await (const rows of pages) yield rows.map(({ nfc }) => nfc);
  }

  /** @param query takes as its parameter the key of the last row of the page before */
  async *#pages<Row extends object>(query: string, keyOf: (row: Row) => string): AsyncGenerator<Row[]> {
    for (let last = ''; ;) {
      const { rows } = await this.#client.query<Row>(query, [last]);
      const end = rows.at(-1);
      if (!end) return;
      yield rows;
      last = keyOf(end);
    }
  }

  /** Finds the item of each file; to be called after everything was added. */
  async findItems(): Promise<void> {
    await findItems(this.#client);
  }

  /** The files with a result that does not depend on an item, by path. */
  async *decided(): AsyncGenerator<DecidedFile> {
    const pages = this.#pages<DecidedFile>(
      `select path, pressmark, result, cause, next_step as "nextStep" from scan_file
      where result is not null and path > $1 order by path limit ${ROWS_AT_ONCE}`,
      ({ path }) => path,
    );
    for await (const rows of pages) yield* rows;
  }

  /** The number of files that belong to items. */
  async count(): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(
      'select count(*) from scan_file where item is not null and result is null',
    );
    return rows[0]?.count ?? 0;
  }

  /** The items with files in this folder. */
  async *items(): AsyncGenerator<SpooledItem> {
    const pages = this.#pages<SpooledItem>(
      `select uuid, pressmark, norm, bare from scan_item where norm > $1
      and exists (select from scan_file where scan_file.item = scan_item.uuid and result is null)
      order by norm limit 100`,
      ({ norm }) => norm,
    );
    for await (const rows of pages) yield* rows;
  }

  async filesOf(item: string): Promise<SpooledFile[]> {
    const { rows } = await this.#client.query<SpooledFile>(
      `select path, size_bytes, is_absent as "isAbsent", seq, label, array(
        select jsonb_build_object('algorithm', algorithm, 'digest', digest) from scan_listed
        where scan_listed.nfc = scan_file.nfc) as checksums
      from scan_file where item = $1 and result is null order by seq, path`,
      [item],
    );
    return rows;
  }

  async noteContent(path: string, sha256: string): Promise<void> {
    await this.#client.query('update scan_file set sha256 = $2 where path = $1', [path, sha256]);
  }

  /** Files of different items with the same content, as far as contents are known. */
  async shared(): Promise<{ path: string; pressmark: string; other: string }[]> {
    const { rows } = await this.#client.query<{ path: string; pressmark: string; other: string }>(`
      select path, pressmark, first_path as other from (
        select path, item, pressmark, first_value(path) over of_content as first_path,
          first_value(item) over of_content as first_item
        from scan_file where sha256 is not null and item is not null
        window of_content as (partition by sha256 order by path)
      ) content where item <> first_item order by path`);
    return rows;
  }
}
