import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from '../../http/entity-tag.ts';
import { namedQuality } from '../../iiif-image/info-document.ts';
import { callerOf, readIdentifier, type Viewer } from '../admission/public.ts';
import type { TenantIdentity } from '../../http/identify.ts';
import type { Version } from './manifest/manifest-ids.ts';
import type { Provider } from './manifest/collection-source.ts';

/** The media types of the versions. */
const jsonLd: Readonly<Record<Version, string>> = {
  2: 'application/ld+json',
  3: 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"',
};

/** The organisation as its manifests name it. */
export const providerOf = ({ displayName, url, logoKey }: TenantIdentity): Provider => ({
  name: displayName,
  url,
  logoKey,
});

/** So long others may keep a document that is the same for everybody. */
export const PUBLIC_AGE_s = 60;

/** Whether others may keep an answer, which a share link may open no longer in a minute. */
export const isKept = ({ seesPublicOnly, isByToken }: Viewer) => seesPublicOnly && !isByToken;

/** Who asks for which record; the uuid is empty where the address names none. */
export async function readRequest(request: FastifyRequest<{ Params: { id: string } }>) {
  const { tenant, actor } = await request.identify();
  const named = readIdentifier(request.params.id) ?? { uuid: '' };
  return { tenant, named, uuid: named.uuid, caller: callerOf(actor, named) };
}

export function tagOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** Sets what caches need, and looks whether the caller has this answer already. */
export function isKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  isForAnybody: boolean,
  tag: string,
): boolean {
  void reply.headers({
    etag: tag,
    vary: 'Accept, Authorization, Cookie',
    'cache-control': isForAnybody ? `public, max-age=${PUBLIC_AGE_s}` : 'private, no-store',
  });
  return isNotModified(request, tag);
}

/** @param body as bytes, since a text would be given a charset, which JSON-LD has none of */
export function answerDocument(request: FastifyRequest, reply: FastifyReply, version: Version, body: Buffer) {
  const { accept } = request.headers;
  const isPlain = namedQuality(accept, 'application/json') > namedQuality(accept, 'application/ld+json');
  return reply.type(isPlain ? 'application/json' : jsonLd[version]).send(body);
}

/** Answers with a document that had to be written to know its tag; 304 to who has it already. */
export function answerTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, isForAnybody }: { readonly version: Version; readonly isForAnybody: boolean },
  document: Record<string, unknown>,
) {
  const body = Buffer.from(JSON.stringify(document));
  if (isKnown(request, reply, isForAnybody, tagOf(body))) return reply.code(304).send();
  return answerDocument(request, reply, version, body);
}

export function describeDocument(operationId: string, summary: string, version: Version) {
  return {
    operationId,
    summary: `${summary} (Presentation API ${version === 3 ? '3.0' : '2.1'})`,
    tags: ['Images'],
    security: [],
  };
}
