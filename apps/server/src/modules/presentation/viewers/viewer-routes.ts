import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { system, type Database, type TenantData } from '../../../db/database.ts';
import { askedLanguage } from '../../../http/asked-language.ts';
import { contentPolicy } from '../../../http/content-policy.ts';
import type { ViewerPage } from '../../../http/static-viewer-pages.ts';
import {
  type Caller,
  callerOf,
  type Identifier,
  isHiddenFrom,
  isShared,
  readIdentifier,
  suffixOf,
} from '../../admission/public.ts';
import { refusals, type Refusal } from './refusal.ts';
import { findSeries } from './series/find-series.ts';
import { seenRecord, shownItem, type SeenRecord, type ShownKind } from './shown.queries.ts';
import { findStory } from './story/find-story.ts';
import { refusalPage, viewerPage } from './viewer-page.ts';
import type { Asked, Found, PageRequest, FramedPage } from './viewer.ts';

const readUuid: FramedPage['read'] = (asked) => {
  const named = readIdentifier(asked);
  return named && { named };
};

const findMedia =
  (kind: ShownKind): FramedPage['find'] =>
  async (data, { named }, { suffix }) => {
    const item = await data.read((db) => shownItem(db, named.uuid, kind));
    if (!item) return undefined;
    const { media, ...record } = item;
    return { record, shown: media.length > 0 ? { title: record.title, media, suffix } : undefined };
  };

const viewers: readonly FramedPage[] = [
  {
    path: '/images/viewers/dzi/',
    page: 'dzi',
    parameter: 'uuid',
    summary: 'Deep zoom of the images of an item, or of one image',
    read: readUuid,
    find: findMedia('image'),
  },
  {
    path: '/images/viewers/iiif/',
    page: 'iiif',
    parameter: 'manifest',
    summary: 'A manifest of this organisation in an IIIF viewer',
    read: readManifest,
    find: findManifest,
  },
  {
    path: '/images/viewers/3d/',
    page: '3d',
    parameter: 'uuid',
    summary: 'The models of an item, or one model',
    // The decoder of the compressed meshes is WebAssembly; textures are taken out of the model as blobs.
    policy: { 'script-src': ["'self'", "'wasm-unsafe-eval'"], 'connect-src': ["'self'", 'blob:'] },
    read: readUuid,
    find: findMedia('model3d'),
  },
  {
    path: '/images/players/audio/',
    page: 'audio',
    parameter: 'uuid',
    summary: 'Plays the sounds of an item, or one sound',
    read: readUuid,
    find: findMedia('audio'),
  },
  {
    path: '/images/players/video/',
    page: 'video',
    parameter: 'uuid',
    summary: 'Plays the videos of an item, or one video',
    read: readUuid,
    find: findMedia('video'),
  },
  {
    path: '/images/viewers/story/',
    page: 'story',
    articlePage: 'story-page',
    parameter: 'storyID',
    summary: 'A story: in the player, or as a page (`view=page`)',
    read: readUuid,
    find: findStory,
  },
  {
    path: '/images/viewers/series/',
    page: 'series',
    parameter: 'seriesID',
    summary: 'The stories of a series, 100 on a page (`page`, counted from 1)',
    read: readUuid,
    find: findSeries,
  },
];

/**
 * Pages that show one record and can stand in a frame (decisions §7): those of a public record anywhere, to anybody, and
 * those whose address has the token of a share link of the record; all others for members of the organisation, in
 * frames of its own address.
 * @param readPage gives a page as it was built
 */
export function viewerRoutes(database: Database, readPage: (page: ViewerPage) => Promise<string>) {
  return (app: FastifyInstance): void => {
    async function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
      const language = askedLanguage(request.headers['accept-language']);
      const onward =
        refusal === 'not-for-visitors' ? `/ui/login?next=${encodeURIComponent(request.url)}` : '/ui/';
      // It says nothing about the record, and without it a frame on another site would be empty.
      if (refusal === 'link-ended') openToFrames(reply);
      return reply
        .code(refusals[refusal].status)
        .headers({ vary: 'Accept-Language', 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(refusalPage(await readPage('refused'), language, refusal, onward, request.id));
    }

    for (const { path, page, articlePage, parameter, summary, policy, read, find } of viewers) {
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
          const { actor, tenant } = await request.identify();
          const parameterOf = (name: string) => textOf(request.query[name]);
          const asked = read(parameterOf(parameter), request.origin());
          if (asked === 'not-ours') return refuse(request, reply, asked);
          const token = tokenOf(request, asked?.named);
          const caller = callerOf(actor, { ...(token !== undefined && { token }) });
          const language = askedLanguage(request.headers['accept-language']);
          const isArticle = articlePage !== undefined && request.query['view'] === 'page';
          const found =
            asked &&
            (await find(database.tenant(tenant.id, system), asked, {
              caller,
              suffix: suffixOf({ ...(token !== undefined && { token }) }),
              origin: request.origin(),
              language,
              organisation: tenant.displayName,
              isArticle,
              parameter: parameterOf,
            }));
          const refusal = refusalOf(caller, found?.record);
          if (refusal !== undefined || !found) return refuse(request, reply, refusal ?? 'not-found');
          const { record, shown, parts, isPersonal = false } = found;
          if (!shown) return refuse(request, reply, 'nothing-to-show');
          const isByToken = token !== undefined && token !== '';
          const isOpen = isByToken || record.visibility === 'public';
          if (isOpen) openToFrames(reply, policy);
          else void reply.header('content-security-policy', contentPolicy({ ...policy }));
          void reply.headers({
            vary: 'Accept-Language, Authorization, Cookie, Sec-Fetch-Dest, Sec-Fetch-Site',
            'cache-control': isOpen && !isByToken && !isPersonal ? 'no-cache' : 'private, no-store',
          });
          const built = await readPage(isArticle ? articlePage : page);
          return reply
            .type('text/html; charset=utf-8')
            .send(viewerPage(built, language, record.title, shown, parts));
        },
      );
    }
  };
}

const textOf = (parameter: unknown): string => (typeof parameter === 'string' ? parameter : '');

/** Lets a page stand in frames of any site (decisions §4). */
function openToFrames(reply: FastifyReply, policy?: FramedPage['policy']): void {
  void reply.removeHeader('x-frame-options');
  void reply.headers({
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': contentPolicy({ ...policy, 'frame-ancestors': ['*'] }),
  });
}

/**
 * The token that a page's address has, behind the uuid or as `token` (A-58). In a frame of another origin the page is
 * what a visitor gets, also where the browser sends the session, as it does between the ports and hosts of one site; the
 * empty token says so to all that the page asks for then. Over plain http but on this machine browsers don't tell of
 * frames; then the session's cookie, which other sites' frames are without, is all.
 */
function tokenOf(
  { query, headers }: FastifyRequest<{ Querystring: Readonly<Record<string, unknown>> }>,
  named: Identifier | undefined,
): string | undefined {
  const { token } = query;
  if (typeof token === 'string' && token !== '') return token.toLowerCase();
  if (named?.token !== undefined) return named.token;
  const isFramed = ['iframe', 'frame', 'embed', 'object'].includes(String(headers['sec-fetch-dest']));
  const isOurs = ['same-origin', 'none'].includes(String(headers['sec-fetch-site']));
  return isFramed && !isOurs ? '' : undefined;
}

/** Why this caller may not see a record. */
function refusalOf({ actor, token = '' }: Caller, record: SeenRecord | undefined): Refusal | undefined {
  if (token !== '') return record && isShared(record, token) ? undefined : 'link-ended';
  if (record && !isHiddenFrom(actor, record)) return undefined;
  // A visitor gets one answer for what is not there and for what is hidden, so that the two can't be told apart.
  return actor ? 'not-found' : 'not-for-visitors';
}

const IDENTIFIER = '[0-9a-f-]{36}(?:~[^/]*)?';
const manifestForm = new RegExp(
  `^/iiif/presentation/[23]/(?:(?<item>${IDENTIFIER})/manifest|story/(?<story>${IDENTIFIER})/manifest|` +
    `collection/(?<collection>${IDENTIFIER}))$`,
);

/** A manifest of this organisation, by its path or whole address. */
function readManifest(asked: string, origin: string): Asked | 'not-ours' | undefined {
  if (asked === '') return undefined;
  if (!URL.canParse(asked, origin)) return 'not-ours';
  const { host, pathname, protocol } = new URL(asked, origin);
  // A proxy may speak TLS for us; of another host nothing is asked for, not even by the browser.
  if (host !== new URL(origin).host || !/^https?:$/.test(protocol)) return 'not-ours';
  const path = pathname.toLowerCase();
  const groups = manifestForm.exec(path)?.groups ?? {};
  const kind = (['item', 'story', 'collection'] as const).find((one) => groups[one] !== undefined);
  const identifier = groups[kind ?? 'item'] ?? '';
  const named = readIdentifier(identifier);
  return (
    named &&
    kind && {
      named,
      kind,
      address: `${origin}${path.replace(identifier, named.uuid)}`,
    }
  );
}

async function findManifest(
  data: TenantData,
  { named, kind = 'item', address = '' }: Asked,
  { suffix }: PageRequest,
): Promise<Found | undefined> {
  const record = await data.read((db) => seenRecord(db, named.uuid, kind));
  const manifest = address.replace(named.uuid, `${named.uuid}${suffix}`);
  return record && { record, shown: { title: record.title, manifest } };
}
