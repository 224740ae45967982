import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { system, type TenantData } from '../../../db/database.ts';
import { isNotModified } from '../../../http/entity-tag.ts';
import { notFound } from '../../../problem-error.ts';
import type { Storage } from '../../../storage/storage.ts';
import { RenderTurns } from '../../imaging/public.ts';
import { type MediaParts, ReaderCopies } from '../../media/public.ts';
import { acceptedVersion } from '../../tenancy/public.ts';
import { type Caller, callerOf, readIdentifier } from '../../admission/public.ts';
import { logDownload } from '../download-log.ts';
import { storedFileAnswer } from './stored-file-answer.ts';
import { answerPreflight, openToOtherSites } from '../../../http/open-to-other-sites.ts';
import type { DrawnFile, FoundFile, UnmadeFile } from './found-file.ts';
import { findCaptionsFile } from './captions-file.ts';
import { findImageDocument } from './image-document.ts';
import { findRecordingFile, recordingParts } from './recording-file.ts';

/** @throws ProblemError where the caller may not have it, or it is not there */
type FindFile = (
  data: TenantData,
  uuid: string,
  caller: Caller,
  version: number | undefined,
  request: FastifyRequest,
) => Promise<FoundFile | UnmadeFile | DrawnFile>;

interface MediaFile {
  readonly part: string;
  readonly summary: string;
  readonly find: FindFile;
}

const mediaFiles = (copies: ReaderCopies, storage: Storage): readonly MediaFile[] => [
  ...recordingParts.map((part) => ({
    part,
    summary:
      part === 'thumbnail'
        ? 'The picture of a video or model, or the waveform of a sound'
        : `A file of a sound, video or model: ${part}; answers ranges`,
    find: findRecordingFile(part, storage),
  })),
  {
    part: 'captions',
    summary: 'A caption file (WebVTT) by its own uuid; answers ranges',
    find: findCaptionsFile,
  },
  {
    part: 'pdf',
    summary: 'The PDF that an image was made of, for readers a copy without attachments; answers ranges',
    find: (data, image, caller, _, { method, raw }) =>
      findImageDocument(copies, data, image, caller, {
        isHead: method === 'HEAD',
        isGone: () => raw.destroyed,
      }),
  },
];

/** Of an original which one is meant: `?version=2`, as the list of an asset's versions links it. */
function versionOf(query: unknown): number | undefined {
  const { version } = query as { version?: unknown };
  if (version === undefined) return undefined;
  if (typeof version !== 'string' || !/^[1-9]\d{0,5}$/.test(version)) throw notFound('The file');
  return Number(version);
}

/** The version of the agreement that an address names. One that names several names none that there is. */
function agreementOf(query: unknown): string | undefined {
  const { agreement } = query as { agreement?: string | string[] };
  return Array.isArray(agreement) ? agreement.join() : agreement;
}

/**
 * The files of assets as they are stored, for players and other programs: `/media/{uuid}/playable` (M4A or MP4),
 * `model` (GLB), `peaks` (the JSON of audiowaveform, version 2), `poster` and `thumbnail` (JPEG; of a sound its waveform
 * as PNG) and `original` of sounds, videos and models, `pdf` of an image, and
 * `captions` (WebVTT) by their own uuid; behind each may stand the token of a share link. With ranges, so that a player can leap (RFC 9110 §14), and CORS on
 * every answer.
 */
export function mediaFileRoutes(parts: Pick<MediaParts, 'database' | 'storage' | 'copyPdf'>) {
  const { database, storage } = parts;
  const turns = new RenderTurns(1);
  const copies = new ReaderCopies(parts, (work, isGone) => turns.take(work, isGone));
  return (app: FastifyInstance): void => {
    openToOtherSites(app);
    answerPreflight(app, '/media/*');
    for (const { part, summary, find } of mediaFiles(copies, storage)) {
      const path = `/media/:id/${part}`;
      const answer = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
        const { tenant, actor } = await request.identify();
        const named = readIdentifier(request.params.id);
        if (!named) throw notFound('The file');
        const { uuid } = named;
        const caller = callerOf(actor, named);
        const data = database.tenant(tenant.id, system);
        const file = await find(data, uuid, caller, versionOf(request.query), request);
        if ('draw' in file) {
          const isKnown = isNotModified(request, file.entityTag);
          // Drawn first, also for HEAD: where it fails the answer says so, and nothing may be kept.
          const picture = isKnown ? undefined : await file.draw();
          void reply.headers({ 'cache-control': file.caching, etag: file.entityTag });
          if (!picture) return reply.code(304).send();
          void reply.type(file.mediaType).header('content-length', picture.length);
          return reply.send(request.method === 'HEAD' ? undefined : picture);
        }
        if (!('key' in file)) {
          const { mediaType, caching, disposition = 'inline', vary } = file;
          void reply.headers({ 'cache-control': caching, 'content-disposition': disposition });
          if (vary !== undefined) void reply.header('vary', vary);
          return reply.type(mediaType).send();
        }
        const bytes = await storedFileAnswer(storage, file, request, reply, async () => {
          if (!file.original || !caller.actor) return;
          await logDownload(database, tenant.id, caller.actor, {
            ...file.original,
            kind: 'original',
            assetUuid: uuid,
            variant: 'original',
            entitlement: 'clean',
            agreement: await database.bookkeeping(tenant.id, (db) =>
              acceptedVersion(db, agreementOf(request.query)),
            ),
          });
        });
        return reply.send(bytes);
      };
      const schema = { operationId: `${part}File`, summary, tags: ['Files of assets'], security: [] };
      // What is compressed has no ranges. HEAD has a route of its own: the framework's would read the whole file.
      app.get<{ Params: { id: string } }>(path, { compress: false, exposeHeadRoute: false, schema }, answer);
      app.head<{ Params: { id: string } }>(path, { compress: false, schema: { hide: true } }, answer);
    }
  };
}
