import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../../is-uuid.ts';
import { reaches, system, type Database } from '../../../db/database.ts';
import { contentPolicy } from '../../../http/content-policy.ts';
import type { ViewerPage } from '../../../http/static-viewer-pages.ts';
import { askedLanguage, refusals, type Refusal } from './refusal.ts';
import { seenRecord, shownItem, type SeenRecord, type ShownKind } from './shown.queries.ts';
import { refusalPage, viewerPage } from './viewer-page.ts';

/** What a page shows, and whose record it is; or why there is nothing. */
type Found = { readonly record: SeenRecord; readonly shown: Readonly<Record<string, unknown>> } | Refusal;

interface Viewer {
  readonly path: string;
  readonly page: ViewerPage;
  readonly parameter: 'uuid' | 'manifest';
  readonly summary: string;
  readonly policy?: Parameters<typeof contentPolicy>[0];
  /** @param asked the parameter; empty where it is missing */
  readonly find: (request: FastifyRequest, database: Database, asked: string) => Promise<Found>;
}

const viewers: readonly Viewer[] = [
  {
    path: '/images/viewers/dzi/',
    page: 'dzi',
    parameter: 'uuid',
    summary: 'Deep zoom of the images of an item, or of one image',
    find: (request, database, uuid) => findMedia(request, database, uuid, 'image'),
  },
  {
    path: '/images/viewers/iiif/',
    page: 'iiif',
    parameter: 'manifest',
    summary: 'A manifest of this organisation in an IIIF viewer',
    find: findManifest,
  },
  {
    path: '/images/viewers/3d/',
    page: '3d',
    parameter: 'uuid',
    summary: 'The models of an item, or one model',
    // The decoder of the compressed meshes is WebAssembly; textures are taken out of the model as blobs.
    policy: { 'script-src': ["'self'", "'wasm-unsafe-eval'"], 'connect-src': ["'self'", 'blob:'] },
    find: (request, database, uuid) => findMedia(request, database, uuid, 'model3d'),
  },
  {
    path: '/images/players/audio/',
    page: 'audio',
    parameter: 'uuid',
    summary: 'Plays the sounds of an item, or one sound',
    find: (request, database, uuid) => findMedia(request, database, uuid, 'audio'),
  },
  {
    path: '/images/players/video/',
    page: 'video',
    parameter: 'uuid',
    summary: 'Plays the videos of an item, or one video',
    find: (request, database, uuid) => findMedia(request, database, uuid, 'video'),
  },
];

/**
 * Pages that show one record and can stand in a frame (decisions §7): those of a public record anywhere, to anybody;
 * all others for members of the organisation, in frames of its own address.
 * @param readPage gives a page as it was built
 */
export function viewerRoutes(database: Database, readPage: (page: ViewerPage) => Promise<string>) {
  return (app: FastifyInstance): void => {
    async function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
      const language = askedLanguage(request.headers['accept-language']);
      const onward =
        refusal === 'not-signed-in' ? `/ui/login?next=${encodeURIComponent(request.url)}` : '/ui/';
      return reply
        .code(refusals[refusal].status)
        .headers({ vary: 'Accept-Language', 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(refusalPage(await readPage('refused'), language, refusal, onward));
    }

    for (const { path, page, parameter, summary, policy, find } of viewers) {
      // The address without its last stroke, as people type it.
      app.get(path.slice(0, -1), { schema: { hide: true } }, async (request, reply) =>
        reply.redirect(`${path}${new URL(request.url, request.origin()).search}`, 302),
      );
      app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
        path,
        {
          schema: {
            operationId: `${page === '3d' ? 'model' : page}Page`,
            summary,
            tags: ['Viewers'],
            security: [],
          },
        },
        async (request, reply) => {
          const { actor } = await request.identify();
          const asked = request.query[parameter];
          const found = await find(request, database, typeof asked === 'string' ? asked : '');
          const isOpen = typeof found === 'object' && found.record.visibility === 'public';
          // Without a session nobody learns which records there are.
          if (!actor && !isOpen && found !== 'not-ours') return refuse(request, reply, 'not-signed-in');
          if (typeof found === 'string') return refuse(request, reply, found);
          const { record, shown } = found;
          if (
            record.visibility === 'restricted' &&
            !(actor && reaches(actor, 'seeRestricted', record.createdBy))
          )
            return refuse(request, reply, 'not-found');
          if (isOpen) {
            reply.raw.removeHeader('x-frame-options');
            void reply.header('cross-origin-resource-policy', 'cross-origin');
          }
          void reply.headers({
            'content-security-policy': contentPolicy({
              ...policy,
              'frame-ancestors': [isOpen ? '*' : "'self'"],
            }),
            vary: 'Accept-Language, Cookie',
            'cache-control': isOpen ? 'no-cache' : 'private, no-store',
          });
          const language = askedLanguage(request.headers['accept-language']);
          return reply
            .type('text/html; charset=utf-8')
            .send(viewerPage(await readPage(page), language, record.title, shown));
        },
      );
    }
  };
}

async function findMedia(
  request: FastifyRequest,
  database: Database,
  uuid: string,
  kind: ShownKind,
): Promise<Found> {
  if (!isUuid(uuid)) return 'not-found';
  const { tenant } = await request.identify();
  const item = await database.tenant(tenant.id, system).read((db) => shownItem(db, uuid.toLowerCase(), kind));
  if (!item) return 'not-found';
  const { media, ...record } = item;
  // Whoever may not see the item learns nothing of its files either.
  if (media.length === 0) return record.visibility === 'restricted' ? 'not-found' : 'nothing-to-show';
  return { record, shown: { title: record.title, media } };
}

const manifestForm = new RegExp(
  '^/iiif/presentation/[23]/(?:(?<item>[0-9a-f-]{36})/manifest|collection/(?<collection>[0-9a-f-]{36}))$',
);

/** A manifest of this organisation, by its path or whole address. */
async function findManifest(request: FastifyRequest, database: Database, asked: string): Promise<Found> {
  if (asked === '') return 'not-found';
  const origin = request.origin();
  if (!URL.canParse(asked, origin)) return 'not-ours';
  const { host, pathname, protocol } = new URL(asked, origin);
  // A proxy may speak TLS for us; of another host nothing is asked for, not even by the browser.
  if (host !== new URL(origin).host || !/^https?:$/.test(protocol)) return 'not-ours';
  const { item, collection } = manifestForm.exec(pathname.toLowerCase())?.groups ?? {};
  const uuid = item ?? collection;
  if (uuid === undefined || !isUuid(uuid)) return 'not-found';
  const { tenant } = await request.identify();
  const record = await database
    .tenant(tenant.id, system)
    .read((db) => seenRecord(db, uuid, item === undefined ? 'collection' : 'item'));
  return record
    ? { record, shown: { title: record.title, manifest: `${origin}${pathname.toLowerCase()}` } }
    : 'not-found';
}
