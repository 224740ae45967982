import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../is-uuid.ts';
import { infoDocument, infoMediaType, linkHeader } from '../../iiif-image/info.ts';
import { FORMAT_MEDIA_TYPES, parseImageRequest, type ParsedRequest } from '../../iiif-image/parse.ts';
import { planImage, type ImagePlan } from '../../iiif-image/plan.ts';
import { storedTile } from '../../iiif-image/stored-tile.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { StorageUnavailable, type Storage } from '../../storage/storage.ts';
import type { Database } from '../../db/database.ts';
import type { RightNews } from '../../db/event-news.ts';
import { TileFiles } from '../media/public.ts';
import type { Tenancy } from '../../http/identify.ts';
import { HotAnswers } from './hot-answers.ts';
import { ImageEdge, type ReadyTile } from './image-edge.ts';
import { faultOf, ImageSources, type ImageSource } from './image-source.ts';
import { heldAgainstImage } from './image-refusal.ts';
import { renderImage } from './image-render.ts';
import { answerPreflight, openToOtherSites } from './open-to-other-sites.ts';
import { RenderTurns } from './render-turns.ts';

type Version = 2 | 3;

/** Half of the four threads that the runtime has for files, passwords and images together. */
const RENDERED_AT_ONCE = 2;

/** Some thousand tiles. */
const HOT_bytes = 32 * 2 ** 20;

/** A record may be made private again: a shared cache asks anew after five minutes, and is told by the tag. */
export const PUBLIC_CACHING = 'public, max-age=300';

interface ImageParams {
  id: string;
  region: string;
  size: string;
  rotation: string;
  file: string;
}

/**
 * The Image API (3.0 and 2.1.1, decisions §7): `/iiif/{2,3}/{uuid}/info.json` and image requests, with CORS
 * on every answer, errors included.
 * @param maxArea_px the most pixels of one answer
 * @param rights tells when what is remembered of an image is out of date
 * @param tenancy of which the sessions' memory is asked
 * @param onAnswer told of each image sent, whether it was there already or was decoded for it, and of its bytes
 * @returns the routes, and what answers stored tiles before them
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
  const hot = new HotAnswers(HOT_bytes);

  const edge = new ImageEdge({
    tenancy,
    known: (tenantId, uuid, actor) => sources.known(tenantId, uuid, actor),
    tile: ({ version, id, ...params }, source, origin): ReadyTile | undefined => {
      const asked = ask(version, params, source, `${origin}/iiif/${version}/${id.toLowerCase()}`);
      const kept = hot.get(asked.key);
      const told = (bytes: Buffer) => {
        onAnswer('stored', bytes.length);
        return bytes;
      };
      if (kept) return { headers: asked.headers, bytes: told(kept) };
      const tile = storedTile(asked.plan, source.info);
      // A tile that is the whole image may be its thumbnail as well, which the route sends.
      if (!tile || isStoredThumbnail(asked.plan, source)) return undefined;
      const read = files.read(source.pyramidKey, tile).then((bytes) => {
        if (bytes) hot.keep(asked.key, bytes);
        return bytes && told(bytes);
      });
      return { headers: asked.headers, bytes: read };
    },
  });

  /** Undefined where nobody waits for it any more. */
  async function make(
    source: ImageSource,
    plan: ImagePlan,
    isGone: () => boolean,
  ): Promise<Buffer | undefined> {
    const { pyramidKey } = source;
    const tile = storedTile(plan, source.info);
    const stored = tile && (await files.read(pyramidKey, tile));
    if (stored) {
      onAnswer('stored', stored.length);
      return stored;
    }
    const local = await storage.localPath(pyramidKey);
    const bytes = await turns
      .take(() => renderImage(local.path, plan), isGone)
      .finally(() => local.release());
    if (bytes) onAnswer('decoded', bytes.length);
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
      if (!isUuid(id)) throw notFound('The image');
      const source = await sources.find(tenant.id, id, actor);
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
      const baseUri = (request: FastifyRequest, id: string) =>
        `${request.origin()}/iiif/${version}/${id.toLowerCase()}`;

      answerPreflight(app, `/iiif/${version}/*`);

      app.get<{ Params: { id: string } }>(
        base,
        { schema: describe('imageBase', version, 'Leads to the information document of an image') },
        async (request, reply) => reply.redirect(`${baseUri(request, request.params.id)}/info.json`, 303),
      );

      app.get<{ Params: { id: string } }>(
        `${base}/info.json`,
        { schema: describe('imageInformation', version, 'The information document of an image') },
        async (request, reply) => {
          const source = await find(request, reply, request.params.id);
          const document = infoDocument(version, {
            id: baseUri(request, request.params.id),
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
          readRequest(version, request.params);
          const source = await find(request, reply, id);
          const { plan, key, headers } = ask(version, request.params, source, baseUri(request, id));
          reply.headers(headers);
          if (isKnown(request.headers['if-none-match'], headers.etag)) return reply.code(304).send();
          taught.set(request, source);
          if (isStoredThumbnail(plan, source)) {
            const stored = storage.read(source.thumbnail.key);
            // What fails before the first byte can still be answered.
            await once(stored, 'open').catch((cause: unknown) => {
              throw new StorageUnavailable('A stored thumbnail could not be opened.', { cause });
            });
            stored.once('close', () => onAnswer('stored', stored.bytesRead));
            return reply.send(stored);
          }
          const kept = hot.get(key);
          if (kept) {
            onAnswer('stored', kept.length);
            return reply.send(kept);
          }
          const bytes = await make(source, plan, () => request.raw.destroyed).catch(
            async (error: unknown) => {
              throw await faultOf(storage, source.pyramidKey, error);
            },
          );
          if (bytes) hot.keep(key, bytes);
          return reply.send(bytes);
        },
      );
    }
  };
  return { routes, early: (request: IncomingMessage) => edge.answer(request) };
}

/** What is asked for of an image, the name under which it is kept, and what the answer says of it. */
function ask(version: Version, params: Omit<ImageParams, 'id'>, source: ImageSource, baseUri: string) {
  const plan = heldAgainstImage(() => planImage(readRequest(version, params), source.info));
  const key = `${source.pyramidKey} ${source.info.firstLevel ?? 0} ${plan.canonicalPath}`;
  const headers = {
    link: linkHeader(version, `${baseUri}/${plan.canonicalPath}`),
    etag: tagOf(key),
    'content-type': FORMAT_MEDIA_TYPES[plan.format],
  };
  return { plan, key, headers };
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

/** Says which file, how much of it and what of that: another watermark or another public size has another tag. */
function tagOf(key: string): string {
  return `"${createHash('sha256').update(key).digest('base64url').slice(0, 27)}"`;
}

/** Whether If-None-Match names it (RFC 9110 §13.1.2). */
export function isKnown(sent: string | undefined, tag: string): boolean {
  if (sent?.trim() === '*') return true;
  return sent?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) ?? false;
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
