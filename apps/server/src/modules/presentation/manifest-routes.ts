import type { FastifyInstance } from 'fastify';
import { reach, system, type Database } from '../../db/database.ts';
import { confinedSize } from '../../iiif-image/confined-source.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { VERSION } from '../../version.ts';
import { admitted, type Caller, type Viewer, viewerOf } from '../admission/public.ts';
import { rangesOf } from './manifest/collection-source.ts';
import {
  collectionEntries,
  collectionParents,
  collectionRecord,
  collectionSize,
} from './manifest/collection.queries.ts';
import { collection2, collection3, hasRange } from './manifest/collection-writers.ts';
import { identifiedCollection, identifiedItem } from './manifest/identified.ts';
import { manifest2 } from './manifest/manifest-2.ts';
import { manifest3 } from './manifest/manifest-3.ts';
import { manifestSource, manifestStand } from './manifest/manifest.queries.ts';
import type { ManifestImage, ManifestSource } from './manifest/manifest-source.ts';
import { answerPreflight, openToOtherSites } from '../../http/open-to-other-sites.ts';
import {
  answerDocument,
  answerTagged,
  describeDocument,
  isKept,
  isKnown,
  providerOf,
  PUBLIC_AGE_s,
  readRequest,
  tagOf,
} from './manifest-answer.ts';
import { storyManifestRoutes } from './story-manifest-routes.ts';

const versions = {
  2: { writeItem: manifest2, writeCollection: collection2 },
  3: { writeItem: manifest3, writeCollection: collection3 },
} as const;

/**
 * The Presentation API (3.0 and 2.1, decisions §7): `/iiif/presentation/{2,3}/{uuid}/manifest` of an item and
 * `/iiif/presentation/{2,3}/collection/{uuid}`, for members of its organisation, and for anybody where it is public;
 * with CORS and an entity tag. The answer about a public record is the same for everybody. Behind the uuid may stand the
 * token of a share link; then all ids of the record have it (decisions §4).
 */
export function manifestRoutes(database: Database) {
  return (app: FastifyInstance): void => {
    openToOtherSites(app);
    answerPreflight(app, '/iiif/presentation/*');
    storyManifestRoutes(app, database);

    for (const version of [2, 3] as const) {
      const { writeItem, writeCollection } = versions[version];
      const base = `/iiif/presentation/${version}`;

      app.get<{ Params: { id: string } }>(
        `${base}/:id/manifest`,
        { schema: describeDocument(`manifestV${version}`, 'The manifest of an item', version) },
        async (request, reply) => {
          const { tenant, caller, named, uuid } = await readRequest(request);
          const { actor } = caller;
          const data = database.tenant(tenant.id, system);
          const stand = uuid === '' ? undefined : await data.read((db) => manifestStand(db, uuid));
          const record = admitted('The item', caller, stand);
          const viewer = viewerBeside(record, caller);
          const originalsFor =
            actor && reach(actor, 'downloadOriginal') === 'all' ? viewerOf(caller) : undefined;
          const origin = request.origin();
          // What visitors get may be smaller than what members get.
          const longest_px = actor ? null : record.publicMax_px;
          // The tag follows from what the answer depends on, so that an unchanged answer is not built.
          const tag = tagOf(
            VERSION,
            origin,
            request.params.id.toLowerCase(),
            JSON.stringify(providerOf(tenant)),
            // The public size for members too: beside it PDFs are originals.
            JSON.stringify([viewer, longest_px, record.publicMax_px, record.isMarked, originalsFor]),
            record.stamp,
          );
          const isForAnybody =
            isKept(viewer) && (!actor || (longest_px === record.publicMax_px && !originalsFor));
          if (isKnown(request, reply, isForAnybody, tag)) return reply.code(304).send();
          const source = await data.read((db) =>
            manifestSource(db, uuid, providerOf(tenant), viewer, originalsFor),
          );
          if (!source) {
            throw new ProblemError(
              'not-found',
              'The item has no file that is ready, so there is nothing to show of it.',
            );
          }
          const shown = longest_px === null ? source : confined(source, longest_px);
          return answerDocument(
            request,
            reply,
            version,
            Buffer.from(JSON.stringify(writeItem(identifiedItem(shown, named), origin))),
          );
        },
      );

      app.get<{ Params: { id: string; range?: string } }>(
        `${base}/collection/:id/:range?`,
        { schema: describeDocument(`collectionV${version}`, 'A collection and what stands in it', version) },
        async (request, reply) => {
          const { tenant, caller, named, uuid } = await readRequest(request);
          const data = database.tenant(tenant.id, system);
          const found = uuid === '' ? undefined : await data.read((db) => collectionRecord(db, uuid));
          const record = admitted('The collection', caller, found);
          const viewer = viewerBeside(record, caller);
          const { range: asked } = request.params;
          const range = asked === undefined ? undefined : /^\d{1,7}$/.test(asked) ? Number(asked) : 0;
          const part = await data.read(async (db) => {
            // An image that becomes ready is no change of the catalogue's version: counted anew when caches ask anew.
            const since = Math.floor(Date.now() / (PUBLIC_AGE_s * 1000));
            const size = await data.remembered(db, `shown ${uuid} ${JSON.stringify(viewer)} ${since}`, () =>
              collectionSize(db, uuid, viewer),
            );
            const total = size.collections + size.items;
            if (range !== undefined && !hasRange(total, range)) throw notFound('This part of the collection');
            const listsEntries = range !== undefined || rangesOf(total).length === 0;
            return {
              total,
              entries: listsEntries ? await collectionEntries(db, uuid, viewer, size, range ?? 1) : [],
              parents: range === undefined ? await collectionParents(db, uuid, viewer) : [],
            };
          });
          const { title, description } = record;
          const source = identifiedCollection(
            { uuid, title, description, provider: providerOf(tenant), ...part },
            named,
          );
          const document = writeCollection(source, request.origin(), range);
          return answerTagged(request, reply, { version, isForAnybody: isKept(viewer) }, document);
        },
      );
    }
  };
}

/** Who sees the records beside this one: beside a public record only public ones are shown, whoever asks (decisions §4). */
function viewerBeside(record: { readonly visibility: string }, { actor, token }: Caller): Viewer {
  return viewerOf({ actor: record.visibility === 'public' ? undefined : actor, token });
}

/** Canvases keep their size, as what is said of places on them does; the images on them have what visitors get. */
function confined(source: ManifestSource, longest_px: number): ManifestSource {
  const images = source.images.map((image): ManifestImage => ({
    ...image,
    delivered: confinedSize(image, longest_px),
  }));
  return { ...source, images };
}
