import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import {
  addCaptions,
  getCaptions,
  listCaptions,
  removeCaptions,
  replaceCaptions,
  type Captions,
} from '@armarium/contract/captions';
import { reaches, type Actor, type TenantQueries, type WriteTransaction } from '../../../db/database.ts';
import { requireMatch, setEntityTag } from '../../../http/entity-tag.ts';
import { implement, type Implementation } from '../../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../../http/pages.ts';
import { invalid, notFound, ProblemError } from '../../../problem-error.ts';
import { recordHistory } from '../../../db/history.ts';
import { hrefOf } from '../../records/public.ts';
import { kindCalls } from '../asset-calls.ts';
import { claimUploads } from '../claim-uploads.ts';
import type { AssetKind } from '../kinds.ts';
import { shownCaptions, type CaptionsRow } from './captions.queries.ts';

const DEFAULT_SIZE = 20;
/** As many as the menu of a player can show. */
const MAX_CAPTIONS = 50;

/**
 * The operations on captions of sounds and videos: uploaded WebVTT files, each with a language and a label.
 */
export const captionsOperations: Implementation[] = [
  implement(listCaptions, async ({ data, params, query, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const { rows, total } = await data.read(async (db) => {
      await requireRecording(db, params.uuid);
      const rows = await shownCaptions(db)
        .where('caption.asset_uuid', '=', params.uuid)
        .orderBy('caption.language')
        .orderBy('caption.label')
        .execute();
      return { rows: rows.slice(page.number * page.size, (page.number + 1) * page.size), total: rows.length };
    });
    const shown = rows.map((row) => captionsView(row, origin));
    return pageAnswer('captions', shown, page, total, origin, url);
  }),
  implement(getCaptions, async ({ data, params, origin, reply }) =>
    answered(await data.read((db) => requireCaptions(db, params.uuid)), origin, reply),
  ),
  implement(addCaptions, async ({ data, params, body, actor, origin, request, reply }) => {
    const { uploadUuid, ...name } = body;
    const row = await data.write('add-captions', async (tx) => {
      requireMatch(request, await lockRecording(tx, params.uuid, actor));
      const others = await shownCaptions(tx.db).where('caption.asset_uuid', '=', params.uuid).execute();
      if (others.length >= MAX_CAPTIONS)
        throw invalid([
          {
            name: 'uploadUuid',
            code: 'too-many',
            message: `A recording has at most ${MAX_CAPTIONS} captions.`,
          },
        ]);
      const [upload] = await claimUploads(tx, [claimOf(uploadUuid)]);
      if (!upload) throw new Error('An upload was claimed and is not there.');
      const uuid = uuidv7();
      await tx.db
        .insertInto('caption')
        .values({
          tenant_id: tx.tenantId,
          uuid,
          asset_uuid: params.uuid,
          upload_uuid: upload.uuid,
          ...checkedName(name, others),
        })
        .execute();
      const added = await requireCaptions(tx.db, uuid);
      await record(tx, added.asset_uuid, undefined, added);
      return requireCaptions(tx.db, uuid);
    });
    return answered(row, origin, reply);
  }),
  implement(replaceCaptions, async ({ data, params, body, actor, origin, request, reply }) => {
    const row = await data.write('replace-captions', async (tx) => {
      const { asset_uuid } = await requireCaptions(tx.db, params.uuid);
      requireMatch(request, await lockRecording(tx, asset_uuid, actor));
      const before = await requireCaptions(tx.db, params.uuid);
      const { uploadUuid, language = before.language, label = before.label } = body;
      const all = await shownCaptions(tx.db).where('caption.asset_uuid', '=', asset_uuid).execute();
      const name = checkedName(
        { language, label },
        all.filter(({ uuid }) => uuid !== before.uuid),
      );
      if (uploadUuid !== undefined) {
        const [upload] = await claimUploads(tx, [claimOf(uploadUuid)]);
        // The previous file is kept as a removed one.
        await sql`
          insert into caption (tenant_id, uuid, asset_uuid, upload_uuid, language, label, created_at, removed_at)
          select tenant_id, ${uuidv7()}::uuid, asset_uuid, upload_uuid, language, label, created_at, now()
          from caption where uuid = ${before.uuid}::uuid`.execute(tx.db);
        await tx.db
          .updateTable('caption')
          .set({ upload_uuid: upload?.uuid ?? '', created_at: sql`now()` })
          .where('uuid', '=', before.uuid)
          .execute();
      }
      await tx.db.updateTable('caption').set(name).where('uuid', '=', before.uuid).execute();
      const after = await requireCaptions(tx.db, before.uuid);
      if (JSON.stringify(historyValues(before)) !== JSON.stringify(historyValues(after)))
        await record(tx, asset_uuid, before, after);
      return requireCaptions(tx.db, before.uuid);
    });
    return answered(row, origin, reply);
  }),
  implement(removeCaptions, async ({ data, params, actor, request }) => {
    await data.write('remove-captions', async (tx) => {
      const { asset_uuid } = await requireCaptions(tx.db, params.uuid);
      requireMatch(request, await lockRecording(tx, asset_uuid, actor));
      const row = await requireCaptions(tx.db, params.uuid);
      await tx.db
        .updateTable('caption')
        .set({ removed_at: sql`now()` })
        .where('uuid', '=', row.uuid)
        .execute();
      await record(tx, asset_uuid, row, undefined);
    });
    return undefined;
  }),
];

const claimOf = (uuid: string) => ({ uuid, kinds: ['captions'], field: 'uploadUuid' }) as const;

/** @throws ProblemError 404 unless there is such a sound or video */
async function requireRecording(db: TenantQueries, uuid: string) {
  const row = await db
    .selectFrom('asset')
    .innerJoin('item', 'item.uuid', 'asset.item_uuid')
    .select(['asset.uuid', 'asset.created_by', 'asset.version'])
    .where('asset.uuid', '=', uuid)
    .where('asset.kind', 'in', ['audio', 'video'])
    .where('asset.trashed_at', 'is', null)
    .where('item.trashed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('The recording');
  return row;
}

/**
 * Locks a recording whose captions are to change.
 * @returns its version, which its captions share
 * @throws ProblemError 404, 403 where the actor may change own ones only
 */
async function lockRecording(tx: WriteTransaction, uuid: string, actor: Actor): Promise<number> {
  await tx.db.selectFrom('asset').select('uuid').where('uuid', '=', uuid).forNoKeyUpdate().execute();
  const { created_by, version } = await requireRecording(tx.db, uuid);
  if (!reaches(actor, 'editAssets', created_by))
    throw new ProblemError('forbidden', 'You may change the files that you sent yourself.');
  return version;
}

/** @throws ProblemError 404 unless they are in the catalogue */
async function requireCaptions(db: TenantQueries, uuid: string): Promise<CaptionsRow> {
  const row = await shownCaptions(db).where('caption.uuid', '=', uuid).executeTakeFirst();
  if (!row) throw notFound('The captions');
  return row;
}

/** @throws ProblemError 422 where the language does not exist, or the label is in use on the recording */
function checkedName(
  name: { language: string; label: string },
  others: readonly { language: string; label: string }[],
): { language: string; label: string } {
  const language = languageOf(name.language);
  const label = name.label.trim();
  if (language === undefined)
    throw invalid([
      {
        name: 'language',
        code: 'not-a-language',
        message: 'Write a language as BCP 47 does, such as it, en or pt-BR.',
      },
    ]);
  if (label === '') throw invalid([{ name: 'label', code: 'required', message: 'It is required.' }]);
  if (others.some((other) => other.language === language && other.label === label))
    throw invalid([
      {
        name: 'label',
        code: 'duplicate',
        message: 'The recording has captions of this language and label already: replace those.',
      },
    ]);
  return { language, label };
}

function languageOf(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim())[0];
  } catch {
    return undefined;
  }
}

/** The values of captions for the history. */
const historyValues = ({ language, label, original_filename, sha256 }: CaptionsRow) => ({
  language,
  label,
  originalFilename: original_filename,
  sha256,
});

/** Records a change in the history of the recording, which gets a new version. */
async function record(
  tx: WriteTransaction,
  recording: string,
  before: CaptionsRow | undefined,
  after: CaptionsRow | undefined,
): Promise<void> {
  await tx.db
    .updateTable('asset')
    .set((column) => ({ version: column('version', '+', 1), modified_at: sql<Date>`now()` }))
    .where('uuid', '=', recording)
    .execute();
  await recordHistory(tx, [
    {
      record: recording,
      resourceType: 'MEDIA',
      action: 'update',
      before: { captions: before ? historyValues(before) : null },
      after: { captions: after ? historyValues(after) : null },
    },
  ]);
}

/** One caption file with its entity tag. The version is that of the recording. */
function answered(row: CaptionsRow, origin: string, reply: FastifyReply): Captions {
  setEntityTag(reply, row.recordingVersion);
  return captionsView(row, origin);
}

function captionsView(row: CaptionsRow, origin: string): Captions {
  return {
    uuid: row.uuid,
    language: row.language,
    label: row.label,
    originalFilename: row.original_filename,
    size_bytes: row.size_bytes,
    sha256: row.sha256,
    createdDate: row.created_at.toISOString(),
    _links: {
      self: hrefOf(origin, getCaptions, row.uuid),
      file: { href: `${origin}/media/${row.uuid}/captions` },
      recording: hrefOf(origin, kindCalls[row.kind as AssetKind].at.get, row.asset_uuid),
    },
  };
}
