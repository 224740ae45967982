import type { PoolClient } from '../../db/pool.ts';

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

/** The files whose images are being prepared, in a temporary table of the session of a `FileSpool`. */
export class WaitingFiles {
  readonly #client: PoolClient;

  private constructor(client: PoolClient) {
    this.#client = client;
  }

  static async open(client: PoolClient): Promise<WaitingFiles> {
    await client.query(`
      create temp table scan_wait (path text primary key, pressmark text not null, upload uuid not null,
        became text not null, note text not null)`);
    return new WaitingFiles(client);
  }

  async add({ path, pressmark, became, note }: Stored, upload: string): Promise<void> {
    await this.#client.query('insert into scan_wait values ($1, $2, $3, $4, $5)', [
      ...[path, pressmark, upload, became, note],
    ]);
  }

  async count(): Promise<number> {
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
