import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { EarlyAnswer } from '../../http/early-answers.ts';
import type { Identity, Tenancy } from '../../http/identify.ts';
import type { ImageSource } from './image-source.ts';
import { type Identifier, readIdentifier } from '../admission/public.ts';

/** A viewer asks for hundreds of tiles within this time, the first of which teaches. */
const KNOWN_MS = 1_000;
const KNOWN_CALLERS = 500;
/** Callers are known by headers, which may be long. */
const HEAD_MAX_CHARACTERS = 4_096;

/** Without escapes and queries, which are the framework's to read. */
const pathForm = /^\/iiif\/([23])\/([^/?%]+)\/([^/?%]+)\/([^/?%]+)\/([^/?%]+)\/([^/?%]+)$/;
/** What an answer says of its own picture. All else is the same for each picture of a caller and a kind. */
const ofThePicture = new Set(['link', 'etag', 'content-type', 'content-length', 'x-request-id']);

export interface ImagePath {
  readonly version: 2 | 3;
  /** With its token, where it has one. */
  readonly id: string;
  readonly named: Identifier;
  readonly region: string;
  readonly size: string;
  readonly rotation: string;
  readonly file: string;
}

export type PictureHeaders = Readonly<Record<'link' | 'etag' | 'content-type', string>>;

/** A picture, ready to be sent. */
export interface ReadyPicture {
  /** Of the picture alone. */
  readonly headers: PictureHeaders;
  /** At once where they are in memory; undefined where nobody waits for them any more. */
  readonly bytes: Buffer | Promise<Buffer | undefined>;
  /** To be called with the bytes once the system has them all. */
  readonly onSent: (bytes: Buffer) => void;
}

export interface ImageEdgeParts {
  readonly tenancy: Pick<Tenancy, 'knownActor'>;
  /** The image for this caller, where all that decides about it is remembered. */
  readonly known: (tenantId: number, named: Identifier, actor: Identity['actor']) => ImageSource | undefined;
  /** Undefined where the route is to send it. @throws Error where it is no image request that can be answered */
  readonly picture: (
    path: ImagePath,
    source: ImageSource,
    origin: string,
    request: IncomingMessage,
  ) => ReadyPicture | undefined;
}

/** Who sent such headers a moment ago, as the route found out. */
interface Caller {
  readonly tenantId: number;
  readonly sessionToken: string | undefined;
  readonly origin: string;
  /** Names and values in turn, by the kind of image that they are for. */
  readonly headers: Map<string, readonly string[]>;
}

/**
 * Answers parts of images before the framework is asked (performance design §1): of all its work a part needs nothing
 * that was not found out for the one before it. It learns from the route's own answers who sends such headers and what
 * headers they get, for a second. Whose session it is, and what they may see of which image, it asks the memories that
 * the route asks, for each part. What is not known there is left to the route, errors included.
 */
export class ImageEdge {
  readonly #parts: ImageEdgeParts;
  readonly #callers = new LRUCache<string, Caller>({ max: KNOWN_CALLERS, ttl: KNOWN_MS });

  constructor(parts: ImageEdgeParts) {
    this.#parts = parts;
  }

  /** @param headers all of an answer that the route gives to this request */
  learn(
    request: FastifyRequest,
    { tenant, sessionToken }: Identity,
    source: ImageSource,
    headers: Readonly<Record<string, number | string | string[] | undefined>>,
  ): void {
    const head = headOf(request.headers);
    if (head === undefined || headers['set-cookie'] !== undefined) return;
    let caller = this.#callers.get(head);
    if (!caller) {
      caller = {
        tenantId: tenant.id,
        sessionToken,
        origin: request.origin(),
        headers: new Map(),
      };
      this.#callers.set(head, caller);
    }
    const shared = Object.entries(headers).filter(([name]) => !ofThePicture.has(name));
    caller.headers.set(kindOf(source), shared.flat().map(String));
  }

  /** The answer to a request, where it is for a part of an image and all that decides about it is known. */
  answer(request: IncomingMessage): EarlyAnswer | undefined | Promise<EarlyAnswer | undefined> {
    // Who has it already is told so by the route.
    if (request.method !== 'GET' || request.headers['if-none-match'] !== undefined) return undefined;
    const path = imagePath(request.url ?? '');
    const head = path && headOf(request.headers);
    const caller = head === undefined ? undefined : this.#callers.get(head);
    if (!path || !caller) return undefined;
    const { tenantId, sessionToken, origin } = caller;
    const { tenancy, known } = this.#parts;
    const session = sessionToken === undefined ? {} : tenancy.knownActor(sessionToken, tenantId);
    const source = session && known(tenantId, path.named, session.actor);
    const headers = source && caller.headers.get(kindOf(source));
    const picture = headers && this.#picture(path, source, origin, request);
    if (!picture) return undefined;
    const { link, etag, 'content-type': type } = picture.headers;
    const answer = (bytes: Buffer): EarlyAnswer => ({
      operation: path.version === 2 ? 'imageV2' : 'imageV3',
      send: (response) => {
        // An array, since an object of headers is taken apart and looked through for each answer.
        const own = [
          'link',
          link,
          'etag',
          etag,
          'content-type',
          type,
          'content-length',
          String(bytes.length),
        ];
        response.writeHead(200, headers.concat(own, 'x-request-id', randomUUID())).end(bytes);
      },
      onSent: () => picture.onSent(bytes),
    });
    if (Buffer.isBuffer(picture.bytes)) return answer(picture.bytes);
    // Of a fault the route, which meets it too, tells.
    return picture.bytes.then((bytes) => bytes && answer(bytes)).catch(() => undefined);
  }

  #picture(...asked: Parameters<ImageEdgeParts['picture']>): ReadyPicture | undefined {
    try {
      return this.#parts.picture(...asked);
    } catch {
      return undefined;
    }
  }
}

function imagePath(url: string): ImagePath | undefined {
  const [, version, id = '', region = '', size = '', rotation = '', file = ''] = pathForm.exec(url) ?? [];
  const named = readIdentifier(id);
  return named && { version: version === '2' ? 2 : 3, id, named, region, size, rotation, file };
}

/** All of a request's headers that say whose address it is and who asks; undefined where they are too long. */
function headOf(headers: IncomingHttpHeaders): string | undefined {
  const head = [headers.host, headers['x-forwarded-proto'], headers['x-forwarded-host'], headers.cookie].join(
    '\n',
  );
  return head.length > HEAD_MAX_CHARACTERS ? undefined : head;
}

/** Images that are public, or the same for anybody, are answered with other headers. */
function kindOf({ isPublic, isForAnybody }: ImageSource): string {
  return `${String(isPublic)} ${String(isForAnybody)}`;
}
