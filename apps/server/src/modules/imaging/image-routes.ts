import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { infoDocument, infoMediaType, linkHeader } from '../../iiif-image/info.ts';
import { FORMAT_MEDIA_TYPES, parseImageRequest, type ParsedRequest } from '../../iiif-image/parse.ts';
import { planImage, type ImagePlan } from '../../iiif-image/plan.ts';
import { storedTile, type StoredTile } from '../../iiif-image/stored-tile.ts';
import { isNotModified } from '../../http/entity-tag.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { atLocalPath } from '../../storage/at-local-path.ts';
import { StorageUnavailable, type Storage } from '../../storage/storage.ts';
import type { Database } from '../../db/database.ts';
import type { RightNews } from '../../db/event-news.ts';
import { TileFiles } from '../media/public.ts';
import type { Tenancy } from '../../http/identify.ts';
import { callerOf, PUBLIC_CACHING, readIdentifier } from '../admission/public.ts';
import { ImageEdge, type PictureHeaders, type ReadyPicture } from './image-edge.ts';
import { faultOf, ImageSources, type ImageSource } from './image-source.ts';
import { heldAgainstImage } from './image-refusal.ts';
import { renderImage } from './image-render.ts';
import { answerPreflight, openToOtherSites } from '../../http/open-to-other-sites.ts';
import { RenderTurns } from './render-turns.ts';

type Version = 2 | 3;

/** Half of the four threads that the runtime has for files, passwords and images together. */
const RENDERED_AT_ONCE = 2;

/** Some thousand answers that were decoded; stored tiles stand in the memory of the system. */
const HOT_bytes = 32 * 2 ** 20;
/** Larger ones are rare, and would drive many small ones out. */
const HOT_ANSWER_MAX_bytes = 128 * 2 ** 10;

/** At most one megabyte or two of them. */
const PLANS = 2_000;
const PLAN_NAME_MAX_characters = 200;

interface ImageParams {
  id: string;
  region: string;
  size: string;
  rotation: string;
  file: string;
}

/**
 * The Image API (3.0 and 2.1.1, decisions §7): `/iiif/{2,3}/{uuid}/info.json` and image requests, with CORS
 * on every answer, errors included. Behind the uuid may stand the token of a share link (decisions §4).
 * @param maxArea_px the most pixels of one answer
 * @param rights tells when what is remembered of an image is out of date
 * @param tenancy of which the sessions' memory is asked
 * @param onAnswer told of each image sent, whether it was there already or was decoded for it, and of its bytes
 * @returns the routes, and what answers before them where all is known
 */
export function imageRoutes(
  database: Database,
  storage: Storage,
  maxArea_px: number,
  onAnswer: (way: 'stored' | 'decoded', size_bytes: number) => void,
  rights: Pick<RightNews, 'onImages'>,
  tenancy: Pick<Tenancy, 'knownActor'>,
) {
  const sources = new ImageSources(database, storage, maxArea_px);
  rights.onImages((tenantId) => sources.forget(tenantId));
  const turns = new RenderTurns(RENDERED_AT_ONCE);
  const files = new TileFiles(storage);
  // The name of a stored file changes with what is in it, so nothing that is kept by it can be out of date.
  const hot = new LRUCache<string, Buffer>({
    maxSize: HOT_bytes,
    maxEntrySize: HOT_ANSWER_MAX_bytes,
    sizeCalculation: ({ length }) => length,
  });

  /** What was begun for a request before its route: where that failed, the route tells why and does not begin anew. */
  const begun = new WeakMap<IncomingMessage, Promise<Buffer | undefined>>();

  /** The last plans: an image that many look at is asked for the same parts by each. */
  const plans = new LRUCache<string, Planned>({ max: PLANS });

  function plannedBefore(version: Version, params: Omit<ImageParams, 'id'>, source: ImageSource): Planned {
    const { fileTag, info } = source;
    const asked = `${params.region}/${params.size}/${params.rotation}/${params.file}`;
    const name = `${version} ${fileTag} ${info.firstLevel ?? 0} ${info.width_px} ${info.height_px} ${asked}`;
    const known = plans.get(name);
    if (known) return known;
    const found = planned(readRequest(version, params), source);
    if (name.length > PLAN_NAME_MAX_characters) return found;
    plans.set(name, found);
    return found;
  }

  const edge = new ImageEdge({
    tenancy,
    known: (tenantId, named, actor) => sources.known(tenantId, named.uuid, callerOf(actor, named)),
    picture: ({ version, id, ...params }, source, origin, request): ReadyPicture | undefined => {
      const asked = plannedBefore(version, params, source);
      // It may be a tile as well, the only one of its image.
      if (isStoredThumbnail(asked.plan, source)) return undefined;
      const bytes = make(source, asked, () => request.destroyed);
      if (!Buffer.isBuffer(bytes)) begun.set(request, bytes);
      const headers = headersOf(version, asked, baseUri(origin, version, id));
      return { headers, bytes, onSent: (sent) => files.giveBack(sent) };
    },
  });

  /** At once where it lies in memory; undefined where nobody waits for it any more. */
  function make(
    source: ImageSource,
    { plan, key }: Planned,
    isGone: () => boolean,
  ): Buffer | Promise<Buffer | undefined> {
    const tile = storedTile(plan, source.info);
    const atOnce = (tile && files.readWarm(source.pyramidKey, tile)) ?? hot.get(key);
    if (!atOnce) return makeLater(source, plan, key, tile, isGone);
    onAnswer('stored', atOnce.length);
    return atOnce;
  }

  async function makeLater(
    { pyramidKey }: ImageSource,
    plan: ImagePlan,
    key: string,
    tile: StoredTile | undefined,
    isGone: () => boolean,
  ): Promise<Buffer | undefined> {
    const stored = tile && (await files.read(pyramidKey, tile));
    if (stored) {
      onAnswer('stored', stored.length);
      return stored;
    }
    const bytes = await atLocalPath(storage, pyramidKey, (path) =>
      turns.take(() => renderImage(path, plan), isGone),
    );
    if (!bytes) return undefined;
    onAnswer('decoded', bytes.length);
    hot.set(key, bytes);
    return bytes;
  }

  const routes = (app: FastifyInstance): void => {
    app.addHook('onClose', () => {
      files.close();
    });
    openToOtherSites(app);
    /** What is being answered with an image. */
    const taught = new WeakMap<FastifyRequest, ImageSource>();

    async function find(request: FastifyRequest, reply: FastifyReply, id: string): Promise<ImageSource> {
      const { tenant, actor } = await request.identify();
      const named = readIdentifier(id);
      if (!named) throw notFound('The image');
      const source = await sources.find(tenant.id, named.uuid, callerOf(actor, named));
      // One address gives some the clean image and others less: no cache may take one for the other.
      if (source.isPublic) reply.header('vary', 'Cookie');
      if (source.isForAnybody) reply.header('cache-control', PUBLIC_CACHING);
      return source;
    }

    // Also what is no image request gets the headers above, and our own kind of error.
    app.all('/iiif/*', { schema: { hide: true } }, (request) => {
      throw new ProblemError(
        'not-found',
        `There is no ${request.method} ${request.url.split('?')[0] ?? ''}.`,
      );
    });
    for (const version of [2, 3] as const) {
      const base = `/iiif/${version}/:id`;
      answerPreflight(app, `/iiif/${version}/*`);

      app.get<{ Params: { id: string } }>(
        base,
        { schema: describe('imageBase', version, 'Leads to the information document of an image') },
        async (request, reply) =>
          reply.redirect(`${baseUri(request.origin(), version, request.params.id)}/info.json`, 303),
      );

      app.get<{ Params: { id: string } }>(
        `${base}/info.json`,
        { schema: describe('imageInformation', version, 'The information document of an image') },
        async (request, reply) => {
          const source = await find(request, reply, request.params.id);
          const document = infoDocument(version, {
            id: baseUri(request.origin(), version, request.params.id),
            source: source.info,
          });
          return reply
            .headers({ link: linkHeader(version), vary: source.isPublic ? 'Accept, Cookie' : 'Accept' })
            .type(infoMediaType(version, request.headers.accept))
            .serializer(JSON.stringify)
            .send(document);
        },
      );

      app.get<{ Params: ImageParams }>(
        `${base}/:region/:size/:rotation/:file`,
        {
          schema: describe('image', version, 'A region of an image at a size, rotation, quality and format'),
          onSend: async (request, reply) => {
            const source = reply.statusCode === 200 ? taught.get(request) : undefined;
            if (source) edge.learn(request, await request.identify(), source, reply.getHeaders());
          },
        },
        async (request, reply) => {
          const { id } = request.params;
          // What is no image request is refused before anybody is asked about the image.
          const parsed = readRequest(version, request.params);
          const source = await find(request, reply, id);
          const asked = planned(parsed, source);
          reply.headers(headersOf(version, asked, baseUri(request.origin(), version, id)));
          if (isNotModified(request, asked.etag)) return reply.code(304).send();
          taught.set(request, source);
          if (isStoredThumbnail(asked.plan, source)) {
            const stored = storage.read(source.thumbnail.key);
            // What fails before the first byte can still be answered.
            await once(stored, 'open').catch((cause: unknown) => {
              throw new StorageUnavailable('A stored thumbnail could not be opened.', { cause });
            });
            stored.once('close', () => onAnswer('stored', stored.bytesRead));
            return reply.send(stored);
          }
          try {
            const bytes = begun.get(request.raw) ?? make(source, asked, () => request.raw.destroyed);
            const sent = await bytes;
            if (sent) reply.raw.once('finish', () => files.giveBack(sent));
            return await reply.send(sent);
          } catch (error) {
            throw await faultOf(storage, source.pyramidKey, error);
          }
        },
      );
    }
  };
  return { routes, early: (request: IncomingMessage) => edge.answer(request) };
}

/** The address of an image, as its documents and links write it. */
function baseUri(origin: string, version: Version, id: string): string {
  return `${origin}/iiif/${version}/${id.toLowerCase()}`;
}

interface Planned {
  readonly plan: ImagePlan;
  /** The name under which its bytes are kept. */
  readonly key: string;
  readonly etag: string;
}

/** What is asked for of an image. @throws ProblemError where the image has no such part */
function planned(parsed: ParsedRequest, source: ImageSource): Planned {
  const plan = heldAgainstImage(() => planImage(parsed, source.info));
  const what = `${source.info.firstLevel ?? 0} ${plan.canonicalPath}`;
  return {
    plan,
    key: `${source.pyramidKey} ${what}`,
    // Says which file, how much of it and what of that: another watermark or another public size has another tag.
    etag: `"${source.fileTag}-${what.replaceAll(/[ ,]/g, '-')}"`,
  };
}

/** What an answer says of its picture. @param uri of the image */
function headersOf(version: Version, { plan, etag }: Planned, uri: string): PictureHeaders {
  return {
    link: linkHeader(version, `${uri}/${plan.canonicalPath}`),
    etag,
    'content-type': FORMAT_MEDIA_TYPES[plan.format],
  };
}

function readRequest(
  version: Version,
  { region, size, rotation, file }: Omit<ImageParams, 'id'>,
): ParsedRequest {
  const dot = file.lastIndexOf('.');
  if (dot < 0)
    throw new ProblemError('invalid-image-request', 'format: the last part must be quality.format.');
  return heldAgainstImage(() =>
    parseImageRequest(version, {
      region,
      size,
      rotation,
      quality: file.slice(0, dot),
      format: file.slice(dot + 1),
    }),
  );
}

/** The picture on cards is asked for at exactly its stored size, and is then a file to be handed through. */
function isStoredThumbnail(
  { region, size, rotation, quality, format }: ImagePlan,
  { thumbnail, info }: ImageSource,
) {
  return (
    format === 'jpg' &&
    quality === 'color' &&
    !rotation.mirror &&
    rotation.degrees === 0 &&
    region.width_px === info.width_px &&
    region.height_px === info.height_px &&
    size.width_px === thumbnail.width_px &&
    size.height_px === thumbnail.height_px
  );
}

function describe(name: string, version: Version, summary: string) {
  return {
    operationId: `${name}V${version}`,
    summary: `${summary} (Image API ${version})`,
    tags: ['Images'],
    security: [],
  };
}
