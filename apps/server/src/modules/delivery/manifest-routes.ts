import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { reaches, system, type Database } from '../../db/database.ts';
import { namedQuality } from '../../iiif-image/info-document.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { manifest2 } from './manifest/manifest-2.ts';
import { manifest3 } from './manifest/manifest-3.ts';
import { confinedSize } from '../../iiif-image/confined-source.ts';
import { manifestRecord } from './manifest/manifest.queries.ts';
import type { ManifestImage, ManifestSource } from './manifest/manifest-source.ts';
import { answerPreflight, openToOtherSites } from './open-to-other-sites.ts';

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const versions = {
  2: { write: manifest2, jsonLd: 'application/ld+json' },
  3: {
    write: manifest3,
    jsonLd: 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"',
  },
} as const;

/**
 * The Presentation API (3.0 and 2.1, decisions §7): `/iiif/presentation/{2,3}/{uuid}/manifest` of an item, for members
 * of its organisation, and for anybody where it is public; with CORS and an entity tag over what is answered.
 */
export function manifestRoutes(database: Database) {
  return (app: FastifyInstance): void => {
    openToOtherSites(app);
    answerPreflight(app, '/iiif/presentation/*');

    /** @throws ProblemError 401 for a visitor without a session, 404 for everybody else who may not see it */
    async function find(
      request: FastifyRequest,
      id: string,
    ): Promise<{ isForAnybody: boolean; source: ManifestSource }> {
      const { tenant, actor } = await request.identify();
      const record = uuidForm.test(id)
        ? await database
            .tenant(tenant.id, system)
            .read((db) => manifestRecord(db, id.toLowerCase(), tenant.displayName))
        : undefined;
      const isPublic = record?.visibility === 'public';
      // Without a session nobody learns which items there are.
      if (!actor && !isPublic) {
        throw new ProblemError('not-signed-in', 'Only public items can be seen without signing in.');
      }
      const isHidden =
        record?.visibility === 'restricted' && !(actor && reaches(actor, 'seeRestricted', record.createdBy));
      if (!record || isHidden) throw notFound('The item');
      if (!record.source) {
        throw new ProblemError(
          'not-found',
          'The item has no image that is ready, so there is nothing to show of it.',
        );
      }
      const { source, publicMax_px } = record;
      return actor || publicMax_px === null
        ? { isForAnybody: isPublic && publicMax_px === null, source }
        : { isForAnybody: true, source: confined(source, publicMax_px) };
    }

    for (const version of [2, 3] as const) {
      const { write, jsonLd } = versions[version];
      app.get<{ Params: { id: string } }>(
        `/iiif/presentation/${version}/:id/manifest`,
        {
          schema: {
            operationId: `manifestV${version}`,
            summary: `The manifest of an item (Presentation API ${version === 3 ? '3.0' : '2.1'})`,
            tags: ['Images'],
            security: [],
          },
        },
        async (request, reply) => {
          const { isForAnybody, source } = await find(request, request.params.id);
          // Bytes, since a text would be given a charset, which JSON-LD has none of.
          const body = Buffer.from(JSON.stringify(write(source, request.origin())));
          const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
          const { accept } = request.headers;
          const isPlain =
            namedQuality(accept, 'application/json') > namedQuality(accept, 'application/ld+json');
          void reply.headers({
            etag: tag,
            vary: 'Accept, Cookie',
            'cache-control': isForAnybody ? 'public, max-age=60' : 'private, no-store',
          });
          const known = request.headers['if-none-match'];
          if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))
            return reply.code(304).send();
          return reply.type(isPlain ? 'application/json' : jsonLd).send(body);
        },
      );
    }
  };
}

/** Canvases keep their size, as what is said of places on them does; the images on them have what visitors get. */
function confined(source: ManifestSource, longest_px: number): ManifestSource {
  const [first, ...others] = source.images;
  const smaller = (image: ManifestImage): ManifestImage => ({
    ...image,
    delivered: confinedSize(image, longest_px),
  });
  return { ...source, images: [smaller(first), ...others.map(smaller)] };
}
