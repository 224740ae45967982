import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { EarlyAnswer } from '../../http/early-answers.ts';
import type { Identity, Tenancy } from '../../http/identify.ts';
import { isUuid } from '../../is-uuid.ts';
import type { ImageSource } from './image-source.ts';

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
  readonly id: string;
  readonly region: string;
  readonly size: string;
  readonly rotation: string;
  readonly file: string;
}

/** A stored tile, ready to be sent. */
export interface ReadyTile {
  /** Of the picture alone. */
  readonly headers: Readonly<Record<string, string>>;
  /** At once where they are in memory; undefined where there are none after all. */
  readonly bytes: Buffer | Promise<Buffer | undefined>;
}

export interface ImageEdgeParts {
  readonly tenancy: Pick<Tenancy, 'knownActor'>;
  /** The image for this caller, where all that decides about it is remembered. */
  readonly known: (tenantId: number, uuid: string, actor: Identity['actor']) => ImageSource | undefined;
  /** Undefined where it is no stored tile. @throws Error where it is no image request that can be answered */
  readonly tile: (path: ImagePath, source: ImageSource, origin: string) => ReadyTile | undefined;
}

/** Who sent such headers a moment ago, as the route found out. */
interface Caller {
  readonly tenantId: number;
  readonly sessionToken: string | undefined;
  readonly origin: string;
  readonly until_ms: number;
  /** Names and values in turn, by the kind of image that they are for. */
  readonly headers: Map<string, readonly string[]>;
}

/**
 * Answers stored tiles before the framework is asked (performance design §1): of all its work a tile needs nothing
 * that was not found out for the one before it. It learns from the route's own answers who sends such headers and what
 * headers they get, for a second. Whose session it is, and what they may see of which image, it asks the memories that
 * the route asks, for each tile. What is not known there is left to the route, errors included.
 */
export class ImageEdge {
  readonly #parts: ImageEdgeParts;
  readonly #callers = new Map<string, Caller>();

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
    const now_ms = performance.now();
    let caller = this.#callers.get(head);
    if (!caller || caller.until_ms <= now_ms) {
      caller = {
        tenantId: tenant.id,
        sessionToken,
        origin: request.origin(),
        until_ms: now_ms + KNOWN_MS,
        headers: new Map(),
      };
      this.#callers.delete(head);
      this.#callers.set(head, caller);
      const oldest = this.#callers.keys().next().value;
      if (this.#callers.size > KNOWN_CALLERS && oldest !== undefined) this.#callers.delete(oldest);
    }
    const shared = Object.entries(headers).filter(([name]) => !ofThePicture.has(name));
    caller.headers.set(kindOf(source), shared.flat().map(String));
  }

  /** The answer to a request, where it is for a stored tile and all that decides about it is known. */
  answer(request: IncomingMessage): EarlyAnswer | undefined | Promise<EarlyAnswer | undefined> {
    // Who has it already is told so by the route.
    if (request.method !== 'GET' || request.headers['if-none-match'] !== undefined) return undefined;
    const path = imagePath(request.url ?? '');
    const head = path && headOf(request.headers);
    const caller = head === undefined ? undefined : this.#callers.get(head);
    if (!path || !caller || caller.until_ms <= performance.now()) return undefined;
    const { tenantId, sessionToken, origin } = caller;
    const { tenancy, known } = this.#parts;
    const session = sessionToken === undefined ? {} : tenancy.knownActor(sessionToken, tenantId);
    const source = session && known(tenantId, path.id, session.actor);
    const headers = source && caller.headers.get(kindOf(source));
    const tile = headers && this.#tile(path, source, origin);
    if (!tile) return undefined;
    const answer = (bytes: Buffer): EarlyAnswer => ({
      operation: `imageV${path.version}`,
      send: (response) => {
        const own = { ...tile.headers, 'content-length': String(bytes.length), 'x-request-id': randomUUID() };
        response.writeHead(200, [...headers, ...Object.entries(own).flat()]).end(bytes);
      },
    });
    if (Buffer.isBuffer(tile.bytes)) return answer(tile.bytes);
    // Of a fault the route, which meets it too, tells.
    return tile.bytes.then((bytes) => bytes && answer(bytes)).catch(() => undefined);
  }

  #tile(path: ImagePath, source: ImageSource, origin: string): ReadyTile | undefined {
    try {
      return this.#parts.tile(path, source, origin);
    } catch {
      return undefined;
    }
  }
}

function imagePath(url: string): ImagePath | undefined {
  const [, version, id = '', region = '', size = '', rotation = '', file = ''] = pathForm.exec(url) ?? [];
  if (!isUuid(id)) return undefined;
  return { version: version === '2' ? 2 : 3, id, region, size, rotation, file };
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
