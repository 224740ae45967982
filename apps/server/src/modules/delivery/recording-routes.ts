import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { downloadAgreement } from '@armarium/contract/downloads';
import { isUuid } from '../../is-uuid.ts';
import { reaches, system, type Actor, type Database } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { type Storage } from '../../storage/storage.ts';
import { logDownload } from './downloads/download-log.ts';
import { PUBLIC_CACHING } from './image-routes.ts';
import { answerPreflight, openToOtherSites } from './open-to-other-sites.ts';
import { PRIVATE_CACHING, storedFileAnswer, type SentFile } from './stored-file-answer.ts';

/** The last part of the address: `/media/{uuid}/{part}`. */
const parts = ['playable', 'model', 'peaks', 'poster', 'thumbnail', 'original'] as const;
type Part = (typeof parts)[number];

interface Address {
  id: string;
  part: string;
}
const path = '/media/:id/:part';

interface MediaFile extends SentFile {
  /** What the log of downloads tells of it. */
  readonly told: { readonly itemUuid: string; readonly title: string; readonly pressmark: string };
}

/**
 * The files of sounds, videos and models, for players: `/media/{uuid}/playable` (M4A or MP4), `model` (GLB), `peaks`
 * (the JSON of audiowaveform, version 2), `poster` and `thumbnail` (JPEG), `original`. Whoever may see an image of the item may have
 * them, the original only who may download originals (decisions §3). With ranges, so that a player can leap (RFC
 * 9110 §14), and CORS on every answer.
 */
export function recordingRoutes(database: Database, storage: Storage) {
  return (app: FastifyInstance): void => {
    openToOtherSites(app);
    answerPreflight(app, '/media/*');
    const answer = async (request: FastifyRequest<{ Params: Address }>, reply: FastifyReply) => {
      const { id, part } = request.params;
      const { tenant, actor } = await request.identify();
      const isNamed = isUuid(id) && (parts as readonly string[]).includes(part);
      if (!isNamed) throw notFound('The file');
      const file = await findFile(database, tenant.id, id.toLowerCase(), part as Part, actor);
      const bytes = await storedFileAnswer(storage, file, request, reply, async () => {
        if (part !== 'original' || !actor) return;
        await logDownload(database, tenant.id, actor, {
          ...file.told,
          kind: 'original',
          assetUuid: id.toLowerCase(),
          variant: 'original',
          entitlement: 'clean',
          agreement: downloadAgreement,
        });
      });
      return reply.send(bytes);
    };
    const schema = {
      operationId: 'recordingFile',
      summary: `A file of a sound, video or model: ${parts.join(', ')}; answers ranges`,
      tags: ['Recordings'],
      security: [],
    };
    // What is compressed has no ranges. HEAD has a route of its own: the framework's would read the whole file.
    app.get<{ Params: Address }>(path, { compress: false, exposeHeadRoute: false, schema }, answer);
    app.head<{ Params: Address }>(path, { compress: false, schema: { hide: true } }, answer);
  };
}

/** @throws ProblemError 401 for visitors unless the item is public, 403 for an original, 404, 409 while it is prepared */
async function findFile(
  database: Database,
  tenantId: number,
  uuid: string,
  part: Part,
  actor: Actor | undefined,
): Promise<MediaFile> {
  const row = await database.tenant(tenantId, system).read((db) =>
    db
      .selectFrom('asset')
      .innerJoin('item', 'item.uuid', 'asset.item_uuid')
      .innerJoin('asset_version as version', (join) =>
        join
          .onRef('version.asset_uuid', '=', 'asset.uuid')
          .onRef('version.number', '=', 'asset.current_version'),
      )
      .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
      .leftJoin('derivative as made', (join) =>
        join
          .onRef('made.asset_uuid', '=', 'version.asset_uuid')
          .onRef('made.version_number', '=', 'version.number')
          .on('made.role', '=', part),
      )
      .select(['item.visibility', 'item.created_by', 'asset.created_by as sender', 'version.number'])
      .select(['item.uuid as item_uuid', 'item.pressmark', 'asset.sgtt as title'])
      .select(sql<{ key: string } | null>`version.thumbnail`.as('thumbnail'))
      .select(['upload.storage_key', 'upload.size_bytes', 'upload.media_type', 'upload.sha256'])
      .select(['upload.original_filename', 'made.storage_key as made_key'])
      .select(['made.size_bytes as made_bytes', 'made.media_type as made_type'])
      .select(
        sql<boolean>`exists (select from derivative ready where ready.tenant_id = asset.tenant_id
        and ready.asset_uuid = version.asset_uuid and ready.version_number = version.number)`.as('isReady'),
      )
      .where('asset.uuid', '=', uuid)
      .where('asset.kind', 'in', ['audio', 'video', 'model3d'])
      .where('asset.trashed_at', 'is', null)
      .where('item.trashed_at', 'is', null)
      .executeTakeFirst(),
  );
  const isPublic = row?.visibility === 'public';
  // Without a session nobody learns which recordings there are.
  if (!actor && !isPublic)
    throw new ProblemError('not-signed-in', 'Only files of public items can be had without signing in.');
  if (!row) throw notFound('The file');
  if (actor && row.visibility === 'restricted' && !reaches(actor, 'seeRestricted', row.created_by))
    throw notFound('The file');
  const caching = isPublic ? PUBLIC_CACHING : PRIVATE_CACHING;
  const told = { itemUuid: row.item_uuid, title: row.title, pressmark: row.pressmark };
  if (part === 'original') {
    if (!actor) throw new ProblemError('not-signed-in', 'Originals are for those who may download them.');
    if (!reaches(actor, 'downloadOriginal', row.sender))
      throw new ProblemError(
        'forbidden',
        'Your roles in this organisation do not include downloading originals.',
      );
    return {
      key: row.storage_key,
      size_bytes: row.size_bytes,
      mediaType: row.media_type,
      entityTag: `"${row.sha256}"`,
      disposition: `attachment; filename*=UTF-8''${encodeURIComponent(row.original_filename)}`,
      caching: PRIVATE_CACHING,
      told,
    };
  }
  if (!row.isReady)
    throw new ProblemError(
      'image-not-ready',
      'Wait until its import has ended; the import says how far it is.',
    );
  const tag = (size_bytes: number) => `"${uuid}-${row.number}-${part}-${size_bytes}"`;
  if (part === 'thumbnail' && row.thumbnail) {
    return {
      key: row.thumbnail.key,
      mediaType: 'image/jpeg',
      entityTag: tag(0),
      caching,
      told,
    };
  }
  if (row.made_key === null) throw notFound('The file');
  return {
    key: row.made_key,
    size_bytes: row.made_bytes ?? 0,
    mediaType: row.made_type ?? 'application/octet-stream',
    entityTag: tag(row.made_bytes ?? 0),
    caching,
    told,
  };
}
