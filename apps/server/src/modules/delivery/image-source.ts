import { sql } from 'kysely';
import { reaches, system, type Actor, type Database, type TenantData } from '../../db/database.ts';
import type { SourceInfo } from '../../iiif-image/source-info.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { StorageUnavailable, type Storage } from '../../storage/storage.ts';
import type { StoredThumbnail } from '../media/public.ts';
import { describePyramid } from './image-render.ts';

/** What the engine needs of one image: where its files are, its geometry, and who may see it. */
export interface ImageSource {
  readonly visibility: string;
  readonly itemCreatedBy: string | null;
  readonly pyramidKey: string;
  readonly thumbnail: StoredThumbnail;
  readonly info: SourceInfo;
}

/** How long an image is taken to be as it was: a viewer asks for hundreds of tiles of one image in a row. */
const REMEMBERED_MS = 5_000;
const REMEMBERED_IMAGES = 2_000;

/** Looks images up, remembering the last ones for a moment: a tile must not cost a query each. */
export class ImageSources {
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #maxArea_px: number;
  readonly #remembered = new Map<string, { source: Promise<ImageSource>; until_ms: number }>();
  /** The geometry of a stored file never changes, so it is read once. */
  readonly #geometry = new Map<string, Promise<SourceInfo>>();

  constructor(database: Database, storage: Storage, maxArea_px: number) {
    this.#database = database;
    this.#storage = storage;
    this.#maxArea_px = maxArea_px;
    // Who may see an image can change with any write; other processes' are felt within what is remembered.
    database.onWritten((tenantId) => {
      for (const key of this.#remembered.keys())
        if (key.startsWith(`${tenantId}:`)) this.#remembered.delete(key);
    });
  }

  /**
   * The image, if this caller may see it: members of its tenant, where it is restricted only those with the right
   * to (decisions §4), and anybody where its item is public. What is remembered is the same for every caller; each
   * is judged anew.
   * @throws ProblemError 401 for a visitor without a session, 404 for everybody else, 409 while it is being prepared
   */
  async find(tenantId: number, uuid: string, actor: Actor | undefined): Promise<ImageSource> {
    const source = await this.#lookUp(tenantId, uuid.toLowerCase()).catch((error: unknown) => {
      // Without a session nobody learns which images there are.
      if (!actor && error instanceof ProblemError) throw signInFirst();
      throw error;
    });
    if (!actor && source.visibility !== 'public') throw signInFirst();
    if (actor && source.visibility === 'restricted' && !reaches(actor, 'seeRestricted', source.itemCreatedBy))
      throw notFound('The image');
    return source;
  }

  #lookUp(tenantId: number, uuid: string): Promise<ImageSource> {
    const key = `${tenantId}:${uuid}`;
    const known = this.#remembered.get(key);
    if (known && known.until_ms > performance.now()) return known.source;
    const source = this.#read(this.#database.tenant(tenantId, system), uuid);
    forgetOldest(this.#remembered);
    this.#remembered.set(key, { source, until_ms: performance.now() + REMEMBERED_MS });
    // A failure is not remembered: the image may be ready at the next look.
    source.catch(() => {
      if (this.#remembered.get(key)?.source === source) this.#remembered.delete(key);
    });
    return source;
  }

  async #read(data: TenantData, uuid: string): Promise<ImageSource> {
    const row = await data.read((db) =>
      db
        .selectFrom('asset')
        .innerJoin('item', 'item.uuid', 'asset.item_uuid')
        .innerJoin('asset_version as version', (join) =>
          join
            .onRef('version.asset_uuid', '=', 'asset.uuid')
            .onRef('version.number', '=', 'asset.current_version'),
        )
        .select(['item.visibility', 'item.created_by', 'version.thumbnail'])
        .select(sql<{ key: string } | null>`version.pyramid`.as('pyramid'))
        .where('asset.uuid', '=', uuid)
        .where('asset.kind', '=', 'image')
        .where('asset.trashed_at', 'is', null)
        .where('item.trashed_at', 'is', null)
        .executeTakeFirst(),
    );
    if (!row) throw notFound('The image');
    const thumbnail = row.thumbnail as StoredThumbnail | null;
    if (!row.pyramid || !thumbnail) {
      throw new ProblemError(
        'image-not-ready',
        'Wait until its import has ended; the import says how far it is.',
      );
    }
    const geometry = await this.#describe(row.pyramid.key);
    const { width_px, height_px } = thumbnail;
    return {
      visibility: row.visibility,
      itemCreatedBy: row.created_by,
      pyramidKey: row.pyramid.key,
      thumbnail,
      info: { ...geometry, sizes: [{ width_px, height_px }], maxArea_px: this.#maxArea_px },
    };
  }

  #describe(key: string): Promise<SourceInfo> {
    const known = this.#geometry.get(key);
    if (known) return known;
    const geometry = this.#storage
      .localPath(key)
      .then((local) => describePyramid(local.path).finally(() => local.release()))
      .catch(async (error: unknown) => {
        throw await faultOf(this.#storage, key, error);
      });
    forgetOldest(this.#geometry);
    this.#geometry.set(key, geometry);
    geometry.catch(() => this.#geometry.delete(key));
    return geometry;
  }
}

/**
 * Why a pyramid that its record says is there could not be read. The image library tells a missing file and a
 * bad one alike; that it is missing is the storage's fault.
 */
export async function faultOf(storage: Storage, key: string, error: unknown): Promise<unknown> {
  if ((await storage.size(key)) !== undefined) return error;
  return new StorageUnavailable('The pyramid of an image that is ready is not there.', { cause: error });
}

function signInFirst(): ProblemError {
  return new ProblemError('not-signed-in', 'Only public images can be seen without signing in.');
}

function forgetOldest(remembered: Map<string, unknown>): void {
  if (remembered.size < REMEMBERED_IMAGES) return;
  const oldest = remembered.keys().next().value;
  if (oldest !== undefined) remembered.delete(oldest);
}
