import type { Tile } from './tiles.ts';

/** Requests at once: as many as a browser sends to one server over HTTP/1.1. */
const AT_ONCE = 6;
/** Tiles that are kept, of 256 kB each. Those that are wanted are never given up. */
const KEPT = 400;
/** After how many milliseconds a tile that failed is asked for again. */
const RETRIES_ms: readonly number[] = [500, 2000];
/** A request without an answer would keep others waiting. */
const LONGEST_ms = 30_000;

/** The statuses of what somebody may not see, or not any more. */
const CLOSED: readonly number[] = [401, 403, 404, 410];

/** Why a tile is not there. `closed` is final, as after the end of a share link. */
export type TileFailure = 'closed' | 'unreachable';

interface TileStoreEvents {
  readonly onLoaded: () => void;
  /** A tile has been given up. */
  readonly onFailed: () => void;
}

interface Failed {
  readonly times: number;
  /** Why it was given up; undefined while it will be asked for again. */
  readonly failure: TileFailure | undefined;
}

/** Fetches tiles in the order in which they are wanted, and keeps the last ones as pictures that need no decoding. */
export class TileStore {
  readonly #events: TileStoreEvents;
  readonly #loaded = new Map<string, ImageBitmap>();
  /** Tiles that are asked for or decoded. */
  readonly #loading = new Set<string>();
  /** How many answers are waited for. */
  #requests = 0;
  readonly #failed = new Map<string, Failed>();
  /** Tiles that failed a moment ago. */
  readonly #resting = new Set<string>();
  #wanted: readonly Tile[] = [];

  constructor(events: TileStoreEvents) {
    this.#events = events;
  }

  /** The picture of a tile, if it is there. */
  get({ address }: Tile): ImageBitmap | undefined {
    const picture = this.#loaded.get(address);
    // The map is kept in the order of use, so that the oldest tiles come first.
    if (picture && this.#loaded.delete(address)) this.#loaded.set(address, picture);
    return picture;
  }

  has({ address }: Tile): boolean {
    return this.#loaded.has(address);
  }

  /** Why a tile has been given up; undefined where it was not. `retry` asks for it again. */
  failureOf({ address }: Tile): TileFailure | undefined {
    return this.#failed.get(address)?.failure;
  }

  /** Says which tiles are needed, the first ones first. Others that are not under way yet are dropped. */
  want(tiles: readonly Tile[]): void {
    const seen = new Set<string>();
    this.#wanted = tiles.filter(({ address }) => !seen.has(address) && seen.add(address));
    this.#fill();
  }

  /** Forgets what failed, so that it is asked for again when it is wanted. */
  forgetFailures(): void {
    this.#failed.clear();
  }

  /** Asks again for what failed and is still wanted. */
  retry(): void {
    this.forgetFailures();
    this.#fill();
  }

  #fill(): void {
    for (const tile of this.#wanted) {
      const { address } = tile;
      if (this.#requests >= AT_ONCE) return;
      if (this.has(tile) || this.#loading.has(address) || this.#resting.has(address)) continue;
      if (this.failureOf(tile) === undefined) void this.#load(address);
    }
  }

  async #load(address: string): Promise<void> {
    this.#loading.add(address);
    this.#requests += 1;
    const file = await fileAt(address);
    this.#requests -= 1;
    // The next one is under way while this one is decoded.
    this.#fill();
    const answer = typeof file === 'string' ? file : await decoded(file);
    this.#loading.delete(address);
    if (typeof answer === 'string') this.#noteFailure(address, answer);
    else {
      this.#failed.delete(address);
      this.#loaded.set(address, answer);
      this.#giveUpOldest();
      this.#events.onLoaded();
    }
    this.#fill();
  }

  #noteFailure(address: string, failure: TileFailure): void {
    const times = this.#failed.get(address)?.times ?? 0;
    const wait_ms = failure === 'closed' ? undefined : RETRIES_ms[times];
    this.#failed.set(address, { times: times + 1, failure: wait_ms === undefined ? failure : undefined });
    if (wait_ms === undefined) {
      this.#events.onFailed();
      return;
    }
    this.#resting.add(address);
    setTimeout(() => {
      this.#resting.delete(address);
      this.#fill();
    }, wait_ms);
  }

  #giveUpOldest(): void {
    if (this.#loaded.size <= KEPT) return;
    const wanted = new Set(this.#wanted.map(({ address }) => address));
    for (const [address, picture] of this.#loaded) {
      if (this.#loaded.size <= KEPT) return;
      if (wanted.has(address)) continue;
      picture.close();
      this.#loaded.delete(address);
    }
  }
}

/** @param status of an answer that brings no picture */
export const failureFrom = (status: number): TileFailure =>
  CLOSED.includes(status) ? 'closed' : 'unreachable';

async function fileAt(address: string): Promise<Blob | TileFailure> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- A picture, in a page that has no session; the client's door is larger than the player.
    const answer = await fetch(address, { signal: AbortSignal.timeout(LONGEST_ms) });
    if (!answer.ok) return failureFrom(answer.status);
    return await answer.blob();
  } catch {
    return 'unreachable';
  }
}

/** A picture that is decoded outside the page's own thread, so that no move stutters. */
const decoded = (file: Blob): Promise<ImageBitmap | TileFailure> =>
  createImageBitmap(file).catch(() => 'unreachable' as const);
