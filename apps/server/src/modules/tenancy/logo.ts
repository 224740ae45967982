import { posix } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { SystemTables } from '../../db/database.ts';
import { isNotModified } from '../../http/entity-tag.ts';
import { notFound } from '../../problem-error.ts';
import { openedFile } from '../../storage/opened-file.ts';
import type { Storage } from '../../storage/storage.ts';

const LOGO_PATH = '/iam/tenants/logo';

/**
 * The address of a logo. Another logo has another address, so that no page keeps showing the previous one.
 * @param key in the storage; null where there is none
 */
export function logoUrlOf(origin: string, key: string | null): string | null {
  return key === null ? null : `${origin}${LOGO_PATH}?v=${posix.basename(key, '.png').slice(0, 16)}`;
}

/**
 * Stores a logo below the tenant's own prefix (decisions §2). @returns its key, which depends on the picture
 */
export async function storeLogo(storage: Storage, tenantId: number, png: Buffer): Promise<string> {
  const stage = await storage.stage();
  try {
    const file = posix.join(stage.path, 'logo.png');
    const { sha256 } = await storage.receive(file, Readable.from([png]));
    const key = `tenants/${tenantId}/logo/${sha256}.png`;
    await storage.adopt(file, key);
    return key;
  } finally {
    await stage.remove();
  }
}

/** `GET /iam/tenants/logo`: the logo of the tenant of the address, open to anyone. */
export function logoRoute(system: Kysely<SystemTables>, storage: Storage) {
  return (app: FastifyInstance): void => {
    const schema = {
      operationId: 'tenantLogo',
      summary: 'The logo of the organisation of this address, at most 480 × 96 pixels',
      tags: ['Session'],
      security: [],
      produces: ['image/png'],
    };
    app.get(LOGO_PATH, { schema }, async (request, reply) => {
      const { tenant } = await request.identify();
      // Not from the cache: the file of the previous logo may be gone already.
      const { logo_key: key } = await system
        .selectFrom('tenant')
        .select('logo_key')
        .where('id', '=', tenant.id)
        .executeTakeFirstOrThrow();
      if (key === null) throw notFound('The logo');
      const tag = `"${posix.basename(key, '.png')}"`;
      reply.headers({ etag: tag, 'cache-control': 'public, no-cache' });
      if (isNotModified(request, tag)) return reply.code(304).send();
      return reply.type('image/png').send(await openedFile(storage, key, request.log));
    });
  };
}
