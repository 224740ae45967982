import type { Pool, PoolClient } from '../../db/pool.ts';
import type { ListedFile } from './checksum-list.ts';
import type { Checksum } from './read-file.ts';

const ROWS_AT_ONCE = 1000;

export interface FileResult {
  readonly result: string;
  readonly cause: string;
  readonly nextStep: string;
}

/** A found file, with the readings of its name. */
export interface FileToSpool {
  readonly path: string;
  readonly size_bytes: number;
  readonly isAbsent?: boolean;
  /** Its result, where that does not depend on an item. */
  readonly decided?: FileResult;
  /** All readings of its name, the preferred one first. */
  readonly readings: readonly {
    readonly pressmark: string;
    readonly norm: string;
    readonly bare: string;
    readonly seq: number;
    readonly label: string;
  }[];
}

export interface SpooledFile {
  readonly path: string;
  readonly size_bytes: number;
  readonly isAbsent: boolean;
  readonly seq: number;
  readonly label: string;
  readonly checksums: readonly Checksum[];
}

export interface DecidedFile extends FileResult {
  readonly path: string;
  readonly pressmark: string;
}

/** A file in the catalogue. */
export interface Stored {
  readonly path: string;
  readonly pressmark: string;
  /** Its result in the report, once its images are ready. */
  readonly became: 'ready' | 'replaced' | 'unchanged';
  /** A note for the report beside the result. */
  readonly note: string;
}

/** A file whose images have no job in progress. */
export interface Settled extends Stored {
  /** Why it failed; null where all of its images are ready. */
  readonly cause: { readonly title: string; readonly nextStep: string } | null;
}

/**
 * The files of a folder, in temporary tables of one database session. They are grouped by item, looked up and
 * compared there, so that memory does not grow with their number. The tables end with the session.
 */
export class FileSpool {
  readonly #client: PoolClient;

  private constructor(client: PoolClient) {
    this.#client = client;
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
        create temp table scan_listed (nfc text not null, algorithm text not null, digest text not null);
        create temp table scan_wait (path text primary key, pressmark text not null, upload uuid not null,
          became text not null, note text not null)`);
      return new FileSpool(client);
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

  async addItems(items: readonly { uuid: string; pressmark: string; norm: string; bare: string }[]) {
    await this.#client.query(
      'insert into scan_item select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])',
      [
        items.map(({ uuid }) => uuid),
        items.map(({ pressmark }) => pressmark),
        items.map(({ norm }) => norm),
        items.map(({ bare }) => bare),
      ],
    );
  }

  async addFiles(files: readonly FileToSpool[]): Promise<void> {
    await this.#client.query(
      `insert into scan_file (path, nfc, size_bytes, is_absent, result, cause, next_step)
      select * from unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::text[], $6::text[], $7::text[])
      on conflict (path) do nothing`,
      [
        files.map(({ path }) => path),
        files.map(({ path }) => path.normalize('NFC')),
        files.map(({ size_bytes }) => size_bytes),
        files.map(({ isAbsent }) => isAbsent ?? false),
        files.map(({ decided }) => decided?.result ?? null),
        files.map(({ decided }) => decided?.cause ?? null),
        files.map(({ decided }) => decided?.nextStep ?? null),
      ],
    );
    const readings = files.flatMap(({ path, readings: all }) =>
      all.map((one, rank) => ({ ...one, path, rank })),
    );
    await this.#client.query(
      `insert into scan_reading
      select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[])`,
      [
        readings.map(({ path }) => path),
        readings.map(({ rank }) => rank),
        readings.map(({ pressmark }) => pressmark),
        readings.map(({ norm }) => norm),
        readings.map(({ bare }) => bare),
        readings.map(({ seq }) => seq),
        readings.map(({ label }) => label),
      ],
    );
  }

  async addListed(files: readonly ListedFile[]): Promise<void> {
    await this.#client.query(
      'insert into scan_listed select distinct * from unnest($1::text[], $2::text[], $3::text[])',
      [
        files.map(({ path }) => path),
        files.map(({ algorithm }) => algorithm),
        files.map(({ digest }) => digest),
      ],
    );
  }

  /** Files in checksum lists that the folder lacks, in batches. */
  async *absent(): AsyncGenerator<string[]> {
    await this.#client.query('create index on scan_file (nfc); create index on scan_listed (nfc)');
    await this.#client.query('analyze scan_file; analyze scan_listed');
    for (let last = ''; ;) {
      const { rows } = await this.#client.query<{ nfc: string }>(
        `select distinct nfc from scan_listed where nfc > $1
        and not exists (select from scan_file where scan_file.nfc = scan_listed.nfc)
        order by nfc limit ${ROWS_AT_ONCE}`,
        [last],
      );
      if (rows.length === 0) return;
      last = rows.at(-1)?.nfc ?? last;
      yield rows.map(({ nfc }) => nfc);
    }
  }

  /**
   * Finds each file's item by the first reading of its name whose pressmark an item has, first normalised,
   * then folded. A file without an item, or with a folded pressmark of two items, gets that as its result.
   */
  async findItems(): Promise<void> {
    await this.#client.query(
      'create index on scan_item (bare); create index on scan_item using gist (bare gist_trgm_ops)',
    );
    await this.#client.query('analyze scan_item; analyze scan_reading');
    await this.#client.query(`
      create temp table scan_name as
        select name.norm, coalesce(exact.uuid, case when alike.count = 1 then alike.uuid end) as item,
          case when exact.uuid is null and alike.count > 1 then alike.pressmarks end as ambiguous
        from (select distinct norm, bare from scan_reading) name
        left join scan_item exact on exact.norm = name.norm
        left join lateral (
          select count(*), min(uuid::text)::uuid as uuid, string_agg(pressmark, ' | ' order by pressmark) as pressmarks
          from scan_item where scan_item.bare = name.bare and name.bare <> ''
        ) alike on true`);
    await this.#client.query(`
      update scan_file set pressmark = chosen.pressmark, item = chosen.item, seq = chosen.seq, label = chosen.label,
        result = case when chosen.ambiguous is not null then 'ambiguous pressmark' end,
        cause = 'Its pressmark could be that of several items: ' || chosen.ambiguous || '.',
        next_step = 'Name the file with the pressmark written out as the item has it.'
      from (
        select distinct on (reading.path) reading.path, reading.pressmark, reading.seq, reading.label, name.item,
          name.ambiguous
        from scan_reading reading join scan_name name on name.norm = reading.norm
        order by reading.path, name.item is null and name.ambiguous is null, reading.rank
      ) chosen where chosen.path = scan_file.path`);
    await this.#client.query(`
      update scan_file set cause = 'There is no item with the pressmark ' || unknown.pressmark ||
          coalesce('; the nearest is ' || unknown.nearest, '') || '.',
        result = case when is_absent then 'absent' else 'unknown pressmark' end,
        next_step = 'Correct the name, or bring the record in first.'
      from (
        select pressmark, (
          select near.pressmark from scan_item near
          where near.bare % reading.bare order by near.bare <-> reading.bare, near.norm limit 1) as nearest
        from (
          select distinct on (scan_file.pressmark) scan_file.pressmark, scan_reading.bare
          from scan_file join scan_reading using (path, pressmark)
          where item is null and result is null
        ) reading
      ) unknown
      where scan_file.pressmark = unknown.pressmark and item is null and result is null`);
    await this.#client.query('create index on scan_file (item, seq, path); analyze scan_file');
  }

  /** The files with a result that does not depend on an item, by path. */
  async *decided(): AsyncGenerator<DecidedFile> {
    for (let last = ''; ;) {
      const { rows } = await this.#client.query<DecidedFile>(
        `select path, pressmark, result, cause, next_step as "nextStep" from scan_file
        where result is not null and path > $1 order by path limit ${ROWS_AT_ONCE}`,
        [last],
      );
      if (rows.length === 0) return;
      yield* rows;
      last = rows.at(-1)?.path ?? last;
    }
  }

  /** The number of files that belong to items. */
  async count(): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(
      'select count(*) from scan_file where item is not null and result is null',
    );
    return rows[0]?.count ?? 0;
  }

  /** The items with files in this folder. */
  async *items(): AsyncGenerator<{ uuid: string; pressmark: string; norm: string; bare: string }> {
    for (let last = ''; ;) {
      const { rows } = await this.#client.query<{
        uuid: string;
        pressmark: string;
        norm: string;
        bare: string;
      }>(
        `select uuid, pressmark, norm, bare from scan_item where norm > $1
        and exists (select from scan_file where scan_file.item = scan_item.uuid and result is null)
        order by norm limit 100`,
        [last],
      );
      if (rows.length === 0) return;
      yield* rows;
      last = rows.at(-1)?.norm ?? last;
    }
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
  async *shared(): AsyncGenerator<{ path: string; pressmark: string; other: string }> {
    const { rows } = await this.#client.query<{ path: string; pressmark: string; other: string }>(`
      select path, pressmark, first_path as other from (
        select path, item, pressmark, first_value(path) over of_content as first_path,
          first_value(item) over of_content as first_item
        from scan_file where sha256 is not null and item is not null
        window of_content as (partition by sha256 order by path)
      ) content where item <> first_item order by path`);
    yield* rows;
  }

  async waitFor({ path, pressmark, became, note }: Stored, upload: string): Promise<void> {
    await this.#client.query('insert into scan_wait values ($1, $2, $3, $4, $5)', [
      ...[path, pressmark, upload, became, note],
    ]);
  }

  async waiting(): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>('select count(*) from scan_wait');
    return rows[0]?.count ?? 0;
  }

  /** Removes and returns the files without a job in progress. */
  async settled(tenantId: number): Promise<Settled[]> {
    const { rows } = await this.#client.query<Settled>(
      `delete from scan_wait using (
        select wait.path, (array_agg(import.cause order by version.page_index)
          filter (where import.overall_state = 'ERROR'))[1] as cause
        from scan_wait wait
        left join asset_version version on version.tenant_id = $1 and version.upload_uuid = wait.upload
        left join asset_import import on import.tenant_id = $1 and import.asset_uuid = version.asset_uuid
          and import.version_number = version.number
        group by wait.path
        having coalesce(bool_and(import.overall_state in ('DONE', 'ERROR')), true)
      ) done where done.path = scan_wait.path
      returning scan_wait.path, pressmark, became, note, done.cause`,
      [tenantId],
    );
    return rows;
  }

  /** All files with jobs in progress. */
  async unsettled(): Promise<Stored[]> {
    const { rows } = await this.#client.query<Stored>(
      'delete from scan_wait returning path, pressmark, became, note',
    );
    return rows;
  }
}
