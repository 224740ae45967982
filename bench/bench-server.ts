import { findRootCollection } from '@armarium/contract/collection-calls';
import { findItemImport } from '@armarium/contract/import-tracking';
import { importItem } from '@armarium/contract/imports';
import { uploadFile } from '@armarium/contract/uploads';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type Pool } from '../apps/server/src/db/pool.ts';
import { HttpClient, type Answer } from '../tests/harness/http-client.ts';
import { RunningArmarium } from '../tests/harness/start-armarium.ts';

const IMPORTED_WITHIN_MS = 60_000;

export interface Socket {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** The real program on a folder of its own, with a person signed in. */
export class BenchServer {
  readonly armarium: RunningArmarium;
  readonly client: HttpClient;
  #cookie = '';

  private constructor(armarium: RunningArmarium) {
    this.armarium = armarium;
    this.client = new HttpClient(armarium.origin);
  }

  /**
   * @param profile a folder for CPU profiles of the server
   * @param settings further ones of its environment
   */
  static async start(
    profile: string | undefined,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<BenchServer> {
    const env: Record<string, string> = { ...settings };
    if (profile !== undefined) {
      const preloaded = new URL('profile-server.js', import.meta.url);
      preloaded.searchParams.set('folder', profile);
      env['NODE_OPTIONS'] = `--import ${preloaded.href}`;
    }
    const server = new BenchServer(await RunningArmarium.start({ env }));
    await server.#settle();
    return server;
  }

  /** A process that has imported nothing, as the one that serves usually is. */
  async restart(): Promise<void> {
    await this.armarium.restart();
    await this.#settle();
  }

  /** What a signed-in browser sends. */
  get cookie(): string {
    return this.#cookie;
  }

  get pid(): number {
    return this.armarium.process.pid;
  }

  /** Where the embedded database listens: the fifth line of the server's own note of itself. */
  get socket(): Socket {
    const note = readFileSync(join(this.armarium.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    const host = note.split('\n')[4]?.trim();
    if (!host) throw new Error('The database does not say where it listens.');
    return { host, port: 5432, user: 'postgres', database: 'armarium' };
  }

  /** The superuser, to whom no policy applies. */
  openPool(connections: number): Pool {
    return openPool(this.socket, 'migrator', connections, (error) => {
      throw error;
    });
  }

  async rootCollection(): Promise<string> {
    return successful(await this.client.call(findRootCollection)).uuid;
  }

  /** Uploads a file, makes an item of it, and waits until it is imported. */
  async importImage(path: string, type: string, pressmark: string): Promise<{ item: string; asset: string }> {
    const upload = successful(
      await this.client.upload(uploadFile, { source: path, name: 'noise.jpg', type }),
    );
    const made = successful(
      await this.client.call(importItem, {
        body: {
          pressmark,
          sgtt: `Noise ${pressmark}`,
          autn: 'The bench',
          parentCollectionsUuids: [await this.rootCollection()],
          images: [{ uuid: upload.uuid }],
        },
      }),
    );
    for (const deadline_ms = performance.now() + IMPORTED_WITHIN_MS; performance.now() < deadline_ms;) {
      const { overall } = successful(
        await this.client.call(findItemImport, { query: { importId: made.importId } }),
      );
      if (overall.importState === 'ERROR') throw new Error(`Not imported: ${overall.cause?.title ?? ''}`);
      if (overall.importState === 'DONE') return { item: made.uuid, asset: upload.uuid };
      await sleep(50);
    }
    throw new Error('The image was not imported in time.');
  }

  async close(): Promise<void> {
    this.client.close();
    await this.armarium.close();
  }

  async #settle(): Promise<void> {
    const { armarium } = this;
    // The harness reads the log by the line, in the process that makes the load: here it is only drained.
    armarium.process.stdout?.removeAllListeners('data').resume();
    const answer = await this.client.signIn(armarium.username, armarium.password);
    successful(answer);
    this.#cookie = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  }
}

/** @throws Error with what the server said instead */
export function successful<Body>(answer: Answer<Body>): Body {
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw new Error(`The server answered ${answer.status}: ${answer.bytes.toString('utf8').slice(0, 500)}`);
}
