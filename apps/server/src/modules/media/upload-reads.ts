import { sql } from 'kysely';
import { getUpload, listUploads, type SameContent, type UnclaimedUpload } from '@armarium/contract/uploads';
import type { Actor, TenantData, TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import { hrefOf } from '../records/public.ts';
import type { UploadKind } from './kinds.ts';
import { sameContents } from './same-content.queries.ts';

const DEFAULT_SIZE = 20;

/** An upload belongs to its sender alone until a record claims it (decisions §6). */
function ownUploads(db: TenantQueries, actor: Actor) {
  return db
    .selectFrom('upload')
    .where('account_uuid', '=', actor.accountUuid)
    .where('claimed_at', 'is', null);
}

const shown = ['uuid', 'kind', 'original_filename', 'size_bytes', 'sha256', 'uploaded_at'] as const;
type Row = {
  uuid: string;
  kind: string;
  original_filename: string;
  size_bytes: number;
  sha256: string;
  uploaded_at: Date;
};

const linkNames: { readonly [Kind in UploadKind]?: string } = {
  pdf: 'pdfLink',
  audio: 'audioLink',
  video: 'videoLink',
  zip: 'zipLink',
  object: 'objectLink',
  material: 'materialLink',
  texture: 'textureLink',
  captions: 'captionsLink',
};

/** The address of an upload, under its kind's name and as `imageLink`. */
function uploadLinks(kind: UploadKind, origin: string, uuid: string): { imageLink: string } {
  const { href } = hrefOf(origin, getUpload, uuid);
  const own = linkNames[kind];
  return { imageLink: href, ...(own !== undefined && { [own]: href }) };
}

/** The answer of a call that stored a file, in one piece or in several. */
export async function uploadAnswer<Stored extends { readonly uuid: string; readonly sha256: string }>(
  data: TenantData,
  kind: UploadKind,
  origin: string,
  stored: Stored,
) {
  const held = await data.read((db) => sameContents(db, [stored.sha256], origin));
  return { ...stored, ...uploadLinks(kind, origin, stored.uuid), sameContent: held(stored.sha256) };
}

function uploadView(row: Row, origin: string, sameContent: SameContent[]): UnclaimedUpload {
  const self = hrefOf(origin, getUpload, row.uuid);
  return {
    uuid: row.uuid,
    kind: row.kind,
    ...uploadLinks(row.kind as UploadKind, origin, row.uuid),
    originalFilename: row.original_filename,
    size_bytes: row.size_bytes,
    sha256: row.sha256,
    sameContent,
    createdDate: row.uploaded_at.toISOString(),
    _links: { self },
  };
}

/** The uploads of an account that no record has claimed. */
export const uploadReads: Implementation[] = [
  implement(listUploads, async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const { rows, total, held } = await data.read(async (db) => {
      const rows = await ownUploads(db, actor)
        .select(shown)
        .orderBy('uploaded_at', 'desc')
        .orderBy('uuid')
        .limit(page.size)
        .offset(page.number * page.size)
        .execute();
      const total = await ownUploads(db, actor)
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow();
      const sha256s = rows.map(({ sha256 }) => sha256);
      return { rows, total, held: await sameContents(db, sha256s, origin) };
    });
    const uploads = rows.map((row) => uploadView(row, origin, held(row.sha256)));
    return pageAnswer('uploads', uploads, page, Number(total.total), origin, url);
  }),
  implement(getUpload, async ({ data, params, actor, origin }) => {
    return data.read(async (db) => {
      const row = await ownUploads(db, actor)
        .select(shown)
        .where('uuid', '=', params.uuid)
        .executeTakeFirst();
      if (!row) throw notFound('The upload');
      return uploadView(row, origin, (await sameContents(db, [row.sha256], origin))(row.sha256));
    });
  }),
];
