import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { reach, system, type Actor, type Database, type TenantData } from '../../db/database.ts';
import type { SourceInfo } from '../../iiif-image/source-info.ts';
import { confinedSource } from '../../iiif-image/confined-source.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import {
  admitted,
  type Caller,
  isOpenedBy,
  type OpenLink,
  openLinksOf,
  type Seen,
} from '../admission/public.ts';
import { StorageUnavailable, type Storage } from '../../storage/storage.ts';
import { enqueuePublicImage, type StoredThumbnail } from '../media/public.ts';
import { describePyramid } from './image-render.ts';
import { isInPublicStory, linksOfStories } from './showing-stories.ts';

/** One of the files in which an image is stored, and what stands beside it. */
interface Stored {
  readonly pyramidKey: string;
  /** Tells the file from others without its name. */
  readonly fileTag: string;
  readonly thumbnail: StoredThumbnail;
  readonly info: SourceInfo;
}

/** What the engine gives one caller of an image: which of its files, and how much of that. */
export interface ImageSource extends Stored {
  /** Whether a visitor would get just the same, so that caches that many share may keep it. */
  readonly isForAnybody: boolean;
  /** Whether anybody may see it, be it as others don't. */
  readonly isPublic: boolean;
  /** Whether it is no larger than visitors may have it. */
  readonly isConfined: boolean;
  /** What it is drawn from a smaller level without: its file at the public size, which is still to be made. */
  readonly missing: MissingFile | undefined;
  /** Which watermark is in the file; null of a clean one. An older one is shown until the new one is made. */
  readonly watermark: string | null;
}

/** The file of an image at the public size, before it is made. */
interface MissingFile {
  readonly tenantId: number;
  readonly uuid: string;
  readonly version: number;
  readonly longest_px: number;
  readonly watermark: string | undefined;
}

/** All that is known of one image, the same for every caller. */
interface KnownImage extends Seen {
  readonly tenantId: number;
  readonly uuid: string;
  /** Of the stories that show it, where somebody who may publish has agreed to that. */
  readonly stories: { readonly isAnyPublic: boolean; readonly links: readonly OpenLink[] };
  readonly clean: Stored;
  /** Undefined where the tenant has no watermark, null while the image has not been given it. */
  readonly watermarked: (Stored & { readonly watermark: string }) | null | undefined;
  /** The longest side of what visitors get, null for all of it. */
  readonly publicMax_px: number | null;
  /** What visitors get at that size, where it has been made. */
  readonly small: Stored | undefined;
  readonly version: number;
  /** What callers were given of it so far, of which there are a few kinds. */
  readonly given: ImageSource[];
}

interface RememberedImage {
  readonly image: Promise<KnownImage>;
  /** Once it has been found. */
  found?: KnownImage;
}

/** How long an image is taken to be as it was: a viewer asks for hundreds of tiles of one image in a row. */
const REMEMBERED_MS = 5_000;
const REMEMBERED_IMAGES = 2_000;
/** How long a job may take to make a file before it is asked for again. */
const ASKED_MS = 60_000;

/** Looks images up, remembering the last ones for a moment: a tile must not cost a query each. */
export class ImageSources {
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #maxArea_px: number;
  readonly #remembered = new LRUCache<string, RememberedImage>({
    max: REMEMBERED_IMAGES,
    ttl: REMEMBERED_MS,
  });
  /** The images whose file at the public size was asked for, so that a viewer's tiles do not ask for it again. */
  readonly #asked = new LRUCache<string, true>({ max: REMEMBERED_IMAGES, ttl: ASKED_MS });
  /** The geometry of a stored file never changes, so it is read once. */
  readonly #geometry = new LRUCache<string, Promise<SourceInfo>>({ max: REMEMBERED_IMAGES });

  constructor(database: Database, storage: Storage, maxArea_px: number) {
    this.#database = database;
    this.#storage = storage;
    this.#maxArea_px = maxArea_px;
    // Who may see an image can change with any write; those of other processes are told by the database.
    database.onWritten((tenantId) => this.forget(tenantId));
  }

  /**
   * The image as this caller may see it: members of its tenant, where it is restricted only those with the right to
   * (decisions §4), anybody where its item or a story that shows it is public, and whoever has the token of one of the share links
   * of these; with the tenant's watermark for those without the right to
   * do without, and for visitors, by a token too, at the public size (§7). What is remembered is the same for every caller; each is
   * judged anew, before anything else is asked that was kept. Without a promise where the image is remembered.
   * @throws ProblemError 401 for a visitor without a session, 404 for everybody else, 409 while it is being prepared,
   *   503 while it is being given its watermark
   */
  find(tenantId: number, uuid: string, caller: Caller): ImageSource | Promise<ImageSource> {
    const { image, found } = this.#lookUp(tenantId, uuid.toLowerCase());
    return found ? judged(found, caller) : this.#given(image, caller);
  }

  /**
   * Enqueues the making of a file that is missing, for an image that somebody looks at; nobody waits for it. A thumbnail
   * in a list is no reason for it.
   */
  askForFile({ missing }: ImageSource): void {
    if (!missing) return;
    const { tenantId, uuid, version, longest_px, watermark } = missing;
    const key = `${tenantId}:${uuid}:${version}:${longest_px}:${watermark}`;
    if (this.#asked.has(key)) return;
    this.#asked.set(key, true);
    // Whoever asks for the image next asks again.
    enqueuePublicImage(this.#database, tenantId, uuid, version).catch(() => this.#asked.delete(key));
  }

  /** The same as it is now, whatever is remembered: for files that are kept. */
  async findNow(tenantId: number, uuid: string, actor: Actor): Promise<ImageSource> {
    return this.#given(this.#read(this.#database.tenant(tenantId, system), uuid.toLowerCase()), { actor });
  }

  /** Judges what was looked up. */
  async #given(lookedUp: Promise<KnownImage>, caller: Caller): Promise<ImageSource> {
    const image = await lookedUp.catch((error: unknown) => {
      // Without a session nobody learns which images there are.
      if (!caller.actor && error instanceof ProblemError) admit(undefined, caller);
      throw error;
    });
    return judged(image, caller);
  }

  /** Of a tenant, or of all. */
  forget(tenantId?: number): void {
    for (const key of [...this.#remembered.keys()])
      if (tenantId === undefined || key.startsWith(`${tenantId}:`)) this.#remembered.delete(key);
  }

  #lookUp(tenantId: number, uuid: string): RememberedImage {
    const key = `${tenantId}:${uuid}`;
    const known = this.#remembered.get(key);
    if (known) return known;
    const image = this.#read(this.#database.tenant(tenantId, system), uuid);
    const entry: RememberedImage = { image };
    this.#remembered.set(key, entry);
    image.then(
      (found) => {
        entry.found = found;
      },
      // A failure is not remembered: the image may be ready at the next look.
      () => {
        if (this.#remembered.peek(key) === entry) this.#remembered.delete(key);
      },
    );
    return entry;
  }

  async #read(data: TenantData, uuid: string): Promise<KnownImage> {
    const row = await data.read((db) =>
      db
        .selectFrom('asset')
        .innerJoin('item', 'item.uuid', 'asset.item_uuid')
        .innerJoin('asset_version as version', (join) =>
          join
            .onRef('version.asset_uuid', '=', 'asset.uuid')
            .onRef('version.number', '=', 'asset.current_version'),
        )
        .leftJoin('image_delivery as delivery', 'delivery.tenant_id', 'asset.tenant_id')
        .leftJoin('watermarked_image as made', (join) =>
          join
            .onRef('made.asset_uuid', '=', 'version.asset_uuid')
            .onRef('made.version_number', '=', 'version.number'),
        )
        .select(['item.visibility', 'item.created_by', 'version.thumbnail', 'delivery.public_max_px'])
        .leftJoin('public_image as small', (join) =>
          join
            .onRef('small.asset_uuid', '=', 'version.asset_uuid')
            .onRef('small.version_number', '=', 'version.number')
            .onRef('small.longest_px', '=', 'delivery.public_max_px')
            .on(
              sql<boolean>`small.revision is not distinct from
                case when delivery.watermark_revision is not null then made.revision end`,
            ),
        )
        .select(['delivery.watermark_revision', 'made.thumbnail as made_thumbnail', 'made.revision'])
        .select(['version.number', sql<{ key: string } | null>`small.pyramid`.as('small_pyramid')])
        .select(openLinksOf('item').as('links'))
        .select(isInPublicStory.as('is_in_public_story'))
        .select(linksOfStories.as('story_links'))
        .select(sql<{ key: string } | null>`version.pyramid`.as('pyramid'))
        .select(sql<{ key: string } | null>`made.pyramid`.as('made_pyramid'))
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
    const made = row.made_thumbnail as StoredThumbnail | null;
    const shownThumbnail = row.watermark_revision === null ? thumbnail : made;
    const smallKey = row.small_pyramid?.key;
    // Where its file is missing, as after a restore, it is drawn from the level below and made again.
    const hasSmall = smallKey !== undefined && (await this.#storage.size(smallKey)) !== undefined;
    return {
      tenantId: data.tenantId,
      uuid,
      version: row.number,
      small:
        hasSmall && shownThumbnail
          ? await this.#stored(smallKey, shownThumbnail).catch(() => undefined)
          : undefined,
      visibility: row.visibility,
      createdBy: row.created_by,
      links: row.links,
      stories: { isAnyPublic: row.is_in_public_story, links: row.story_links },
      clean: await this.#stored(row.pyramid.key, thumbnail),
      watermarked:
        row.watermark_revision === null
          ? undefined
          : row.made_pyramid && made && row.revision !== null
            ? { ...(await this.#stored(row.made_pyramid.key, made)), watermark: row.revision }
            : null,
      publicMax_px: row.public_max_px,
      given: [],
    };
  }

  async #stored(pyramidKey: string, thumbnail: StoredThumbnail): Promise<Stored> {
    const { width_px, height_px } = thumbnail;
    const sizes = [{ width_px, height_px }];
    return {
      pyramidKey,
      fileTag: createHash('sha256').update(pyramidKey).digest('base64url').slice(0, 27),
      thumbnail,
      info: { ...(await this.#describe(pyramidKey)), sizes, maxArea_px: this.#maxArea_px },
    };
  }

  #describe(key: string): Promise<SourceInfo> {
    const known = this.#geometry.get(key);
    if (known) return known;
    const geometry = this.#readGeometry(key);
    this.#geometry.set(key, geometry);
    geometry.catch(() => this.#geometry.delete(key));
    return geometry;
  }

  async #readGeometry(key: string): Promise<SourceInfo> {
    try {
      const file = await this.#storage.openForReading(key);
      try {
        return await describePyramid(file);
      } finally {
        await file.close();
      }
    } catch (error) {
      throw await faultOf(this.#storage, key, error);
    }
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

/** What an image is to a caller. @throws as {@link ImageSources.find} does */
function judged(image: KnownImage, caller: Caller): ImageSource {
  const { actor, token = '' } = caller;
  const isPublic = image.visibility === 'public' || image.stories.isAnyPublic;
  admit(image, caller);
  const forVisitors = image.watermarked === undefined ? image.clean : image.watermarked;
  const stored = actor && seesUnwatermarked(actor) ? image.clean : forVisitors;
  // Never the clean one instead, however small.
  if (!stored) throw watermarkNotReady();
  const { publicMax_px } = image;
  const watermark = image.watermarked && stored === image.watermarked ? image.watermarked.watermark : null;
  // A link may end while others keep what it opened.
  const isForAnybody =
    isPublic && token === '' && stored === forVisitors && (!actor || publicMax_px === null);
  const isConfined = !actor && publicMax_px !== null;
  const known = image.given.find(
    (one) =>
      one.pyramidKey === (isConfined ? (image.small ?? stored) : stored).pyramidKey &&
      one.isForAnybody === isForAnybody &&
      one.isConfined === isConfined,
  );
  if (known) return known;
  const given = {
    ...(isConfined ? confined(stored, image, publicMax_px) : { ...stored, missing: undefined }),
    ...{ isPublic, isForAnybody, isConfined, watermark },
  };
  image.given.push(given);
  return given;
}

/** What visitors get of an image. @param stored what they would get at its full size */
function confined(
  stored: Stored,
  { small, tenantId, uuid, version, watermarked }: KnownImage,
  longest_px: number,
): Stored & Pick<ImageSource, 'missing'> {
  const info = confinedSource(stored.info, longest_px);
  if (!info.decoded) return { ...stored, info, missing: undefined };
  if (!small) {
    const missing = { tenantId, uuid, version, longest_px, watermark: watermarked?.watermark };
    return { ...stored, info, missing };
  }
  // Of the same size and levels as it was told to be before.
  const { sizes } = info;
  return { ...small, info: { ...small.info, sizes, maxArea_px: info.maxArea_px }, missing: undefined };
}

function seesUnwatermarked(actor: Actor): boolean {
  return reach(actor, 'viewUnwatermarked') === 'all';
}

export function watermarkNotReady(): ProblemError {
  return new ProblemError(
    'watermark-not-ready',
    'The organisation has set a watermark, which is being put into its images. Try again in a moment.',
    { headers: { 'retry-after': '10' } },
  );
}

/** @throws ProblemError as `admitted` does, also of an image that isn't there */
function admit(image: KnownImage | undefined, caller: Caller): void {
  const { token = '' } = caller;
  // A story opens the images that it shows, whatever their items are (decisions §4).
  if (image && (token === '' ? image.stories.isAnyPublic : isOpenedBy(image.stories.links, token))) return;
  admitted('The image', caller, image);
}
