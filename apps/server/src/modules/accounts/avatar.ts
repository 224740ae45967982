import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import type { MultipartFile } from '@fastify/multipart';
import { AVATAR_MAX_BYTES, setAvatar } from '@armarium/contract/accounts';
import { isNotModified } from '../../http/entity-tag.ts';
import { inTurn } from '../../in-turn.ts';
import { isUuid } from '../../is-uuid.ts';
import type { SystemTables } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import type { Storage } from '../../storage/storage.ts';
import { accountsHere } from './account.queries.ts';

const SIDE_PX = 300;
/**
 * The size of photographs from telephones. A few kilobytes of PNG can hold far more, and would keep a
 * processor busy for long.
 */
const MAX_PIXELS = 25_000_000;

export interface AvatarPicture {
  readonly png: Buffer;
  /** SHA-256 of the PNG, lower-case hexadecimal. */
  readonly sha256: string;
}

/** The address of a picture. A new picture has a new address, so that no page keeps showing the old one. */
export function avatarUrlOf(origin: string, uuid: string, sha256: string | null): string | null {
  if (sha256 === null) return null;
  return `${origin}${setAvatar.path.replace(':id', uuid)}?v=${sha256.slice(0, 16)}`;
}

/**
 * Redraws a picture from the uploaded file: a square PNG that takes nothing from the file but the picture
 * (back office §5). The file is staged on disk, not in memory: from files only the accepted decoders can be
 * reached.
 * @throws ProblemError 413 `image-too-large`, 422 `file-refused`
 */
export async function drawAvatar(storage: Storage, { file }: MultipartFile): Promise<AvatarPicture> {
  const stage = await storage.stage();
  try {
    const path = posix.join(stage.path, 'avatar');
    await storage.receive(path, file).catch((error: unknown) => {
      throw file.truncated ? tooLarge() : error;
    });
    if (file.truncated) throw tooLarge();
    const png = await inTurn(() =>
      sharp(path, { limitInputPixels: MAX_PIXELS })
        .autoOrient()
        .resize(SIDE_PX, SIDE_PX, { fit: 'cover' })
        .toColourspace('srgb')
        .png({ compressionLevel: 9 })
        .toBuffer(),
    ).catch((cause: unknown) => {
      throw notAnImage(cause);
    });
    return { png, sha256: createHash('sha256').update(png).digest('hex') };
  } finally {
    await stage.remove();
  }
}

function tooLarge(): ProblemError {
  return new ProblemError('image-too-large', `A picture may have at most ${AVATAR_MAX_BYTES} bytes.`);
}

function notAnImage(cause: unknown): ProblemError {
  const message =
    'It is not a PNG, JPEG, GIF, WebP or TIFF image that can be read, or has more than 25 megapixels.';
  return new ProblemError('file-refused', `${message} Choose another picture.`, {
    fields: [{ name: 'file', code: 'not-an-image', message }],
    cause,
  });
}

/**
 * `GET /iam/jarvisUsers/{id}/avatar`: the picture of an account of the tenant, for every signed-in member.
 */
export function avatarRoute(system: Kysely<SystemTables>) {
  return (app: FastifyInstance): void => {
    const schema = {
      operationId: 'avatar',
      summary: 'The picture of an account, 300 × 300 pixels',
      tags: ['Users'],
      params: { type: 'object', properties: { id: { type: 'string' } } },
      produces: ['image/png'],
    };
    app.get<{ Params: { id: string } }>(setAvatar.path, { schema }, async (request, reply) => {
      const { tenant, actor } = await request.identify();
      if (!actor) throw new ProblemError('not-signed-in', 'Sign in and try again.');
      const { id } = request.params;
      const [account] = isUuid(id) ? await accountsHere(system, tenant.id, [id]) : [];
      if (!account?.avatar) throw notFound('The picture');
      const tag = `"${account.avatar}"`;
      reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
      if (isNotModified(request, tag)) return reply.code(304).send();
      const { png } = await system
        .selectFrom('account_avatar')
        .select('png')
        .where('account_uuid', '=', account.uuid)
        .executeTakeFirstOrThrow();
      return reply.type('image/png').send(png);
    });
  };
}
