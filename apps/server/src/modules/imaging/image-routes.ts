import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { infoDocument, infoMediaType, linkHeader } from '../../iiif-image/info.ts';
import type { ImageApiVersion } from '../../iiif-image/image-api.ts';
import { FORMAT_MEDIA_TYPES } from '../../iiif-image/parse.ts';
import { isNotModified } from '../../http/entity-tag.ts';
import { answerPreflight, openToOtherSites } from '../../http/open-to-other-sites.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { openedFile } from '../../storage/opened-file.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Database } from '../../db/database.ts';
import type { RightNews } from '../../db/event-news.ts';
import { whenFound } from '../../when-found.ts';
import { callerOf, PUBLIC_CACHING, readIdentifier } from '../admission/public.ts';
import { ImageBytes, type OnImageAnswer } from './image-bytes.ts';
import { ImageSources, type ImageSource } from './image-source.ts';
import { PlannedImages, type AskedPart, type PlannedImage } from './planned-image.ts';

type Find = (request: FastifyRequest, reply: FastifyReply, id: string) => ImageSource | Promise<ImageSource>;

/**
 * The Image API (3.0 and 2.1.1, decisions §7): `/iiif/{2,3}/{uuid}/info.json` and image requests, with CORS
 * on every answer, errors included. Behind the uuid may stand the token of a share link (decisions §4).
 * @param maxArea_px the most pixels of one answer
 * @param rights reports when cached facts about images are out of date
 */
export function imageRoutes(
  database: Database,
  storage: Storage,
  maxArea_px: number,
  onAnswer: OnImageAnswer,
  rights: Pick<RightNews, 'onImages'>,
) {
  const sources = new ImageSources(database, storage, maxArea_px);
  rights.onImages((tenantId) => sources.forget(tenantId));
  const plans = new PlannedImages();
  const bytes = new ImageBytes(storage, onAnswer);
  const find: Find = (request, reply, id) =>
    whenFound(request.identify(), ({ tenant, actor }) => {
      const named = readIdentifier(id);
      if (!named) throw notFound('The image');
      return whenFound(sources.find(tenant.id, named.uuid, callerOf(actor, named)), (source) => {
        // The same address gives callers different images, so a cache must not give one caller's image to another.
        if (source.isPublic) reply.header('vary', 'Authorization, Cookie');
        if (source.isForAnybody) reply.header('cache-control', PUBLIC_CACHING);
        return source;
      });
    });

  const sendPart: SendPart = (source, planned, request, reply) => {
    sources.askForFile(source);
    // Bytes in memory are sent at once: a promise for each tile would cost too much.
    return whenFound(
      bytes.of(source, planned, () => request.raw.destroyed),
      (found) => reply.send(found),
    );
  };

  return (app: FastifyInstance): void => {
    app.addHook('onClose', () => {
      bytes.close();
    });
    openToOtherSites(app);
    // Other paths below /iiif/ get the headers above and a problem document too.
    app.all('/iiif/*', { schema: { hide: true } }, (request) => {
      throw new ProblemError(
        'not-found',
        `There is no ${request.method} ${request.url.split('?')[0] ?? ''}.`,
      );
    });
    for (const version of [2, 3] as const) {
      answerPreflight(app, `/iiif/${version}/*`);
      addInformation(app, version, find, sources);
      addParts(app, version, find, plans, (source, planned, request, reply) =>
        planned.isStoredThumbnail
          ? sendThumbnail(storage, source, onAnswer, reply)
          : sendPart(source, planned, request, reply),
      );
    }
  };
}

/** The address of an image leads to its information document. */
function addInformation(
  app: FastifyInstance,
  version: ImageApiVersion,
  find: Find,
  sources: ImageSources,
): void {
  const base = `/iiif/${version}/:id`;
  app.get<{ Params: { id: string } }>(
    base,
    { schema: describe('imageBase', version, 'Leads to the information document of an image') },
    async (request, reply) => {
      // Anything else has characters that no address may have.
      if (!readIdentifier(request.params.id)) throw notFound('The image');
      return reply.redirect(`${baseUri(request.origin(), version, request.params.id)}/info.json`, 303);
    },
  );
  app.get<{ Params: { id: string } }>(
    `${base}/info.json`,
    { schema: describe('imageInformation', version, 'The information document of an image') },
    async (request, reply) => {
      const source = await find(request, reply, request.params.id);
      sources.askForFile(source);
      const document = infoDocument(version, {
        id: baseUri(request.origin(), version, request.params.id),
        source: source.info,
      });
      return reply
        .headers({
          link: linkHeader(version),
          vary: source.isPublic ? 'Accept, Authorization, Cookie' : 'Accept',
        })
        .type(infoMediaType(version, request.headers.accept))
        .serializer(JSON.stringify)
        .send(document);
    },
  );
}

type SendPart = (
  source: ImageSource,
  planned: PlannedImage,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

/** Parts of images. A viewer requests hundreds of them. @param send sends the planned part */
function addParts(
  app: FastifyInstance,
  version: ImageApiVersion,
  find: Find,
  plans: PlannedImages,
  send: SendPart,
): void {
  app.get<{ Params: AskedPart & { id: string } }>(
    `/iiif/${version}/:id/:region/:size/:rotation/:file`,
    {
      schema: describe('image', version, 'A region of an image at a size, rotation, quality and format'),
      // Images are compressed already.
      compress: false,
      config: { isFrequent: true },
    },
    (request, reply) => {
      const { id } = request.params;
      // A malformed request is refused before the image is looked up.
      const asked = plans.read(version, request.params);
      return whenFound(find(request, reply, id), (source) => {
        const planned = plans.plan(asked, source);
        const { canonicalPath, format } = planned.plan;
        reply.headers({
          link: linkHeader(version, `${baseUri(request.origin(), version, id)}/${canonicalPath}`),
          etag: planned.etag,
          'content-type': FORMAT_MEDIA_TYPES[format],
        });
        if (isNotModified(request, planned.etag)) return reply.code(304).send();
        return send(source, planned, request, reply);
      });
    },
  );
}

async function sendThumbnail(
  storage: Storage,
  { thumbnail }: ImageSource,
  onAnswer: OnImageAnswer,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stored = await openedFile(storage, thumbnail.key, reply.log);
  stored.once('close', () => onAnswer('stored', stored.bytesRead));
  return reply.send(stored);
}

/** The address of an image, as its documents and links write it. */
function baseUri(origin: string, version: ImageApiVersion, id: string): string {
  return `${origin}/iiif/${version}/${id.toLowerCase()}`;
}

function describe(name: string, version: ImageApiVersion, summary: string) {
  return {
    operationId: `${name}V${version}`,
    summary: `${summary} (Image API ${version})`,
    tags: ['Images'],
    security: [],
  };
}
