import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../apps/server/src/db/embedded/start-embedded-postgres.ts';
import { until } from './waiting.ts';

/** A PostgreSQL of a test's own, for programs that are given a `DATABASE_URL`; safe against crashes like any. */
export class PostgresServer {
  readonly #folder: string;
  readonly #server: EmbeddedPostgres;

  private constructor(folder: string, server: EmbeddedPostgres) {
    this.#folder = folder;
    this.#server = server;
  }

  /** Its database is that of the installation which `made-installation.ts` made, where there is one; else it is empty. */
  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'armarium-pg-server-'));
    // Where we are root the server runs as another account, which has to pass through here.
    chmodSync(folder, 0o755);
    try {
      const dataDir = join(folder, 'data');
      const made = process.env['ARMARIUM_MADE_INSTALLATION'];
      if (made) {
        mkdirSync(dataDir);
        execFileSync('cp', ['-a', join(made, 'postgres'), dataDir]);
      }
      // However often it is killed: the pauses that grow are not what is tried with it.
      const options = { dataDir, log: () => undefined, restartPauses_ms: [50] };
      return new PostgresServer(folder, await startEmbeddedPostgres(options));
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get url(): string {
    const { host, port, user, database } = this.#server.connection;
    return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  }

  /** Ends it as `kill -9` does. Resolves when its successor, which comes by itself, has been started. */
  async kill9(): Promise<void> {
    const { pid } = this.#server;
    process.kill(pid, 'SIGKILL');
    await until('the database server is started again', () => (this.#server.pid === pid ? undefined : true));
  }

  async close(): Promise<void> {
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
