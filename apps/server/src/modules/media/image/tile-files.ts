import type { StoredTile } from '../../../iiif-image/stored-tile.ts';
import type { RandomFile, Storage } from '../../../storage/storage.ts';
import { LentBuffers } from './lent-buffers.ts';
import { readJpegTiles, type JpegTiles } from './tiff-tiles.ts';

/** An image under somebody's eyes is asked for tile after tile; so many are kept open at once. */
const OPEN_FILES = 64;

/** What was read so lately is still in the system's memory, as good as always. */
const WARM_s = 60;

interface TileFile {
  readonly handle: RandomFile;
  readonly levels: readonly (WarmTiles | null)[];
}

type WarmTiles = JpegTiles & {
  /** When each tile was read last, in seconds of the process; 0 is never. */
  readonly read_s: Uint32Array;
};

interface KeptFile {
  readonly file: Promise<TileFile>;
  /** Once it is open. */
  opened?: TileFile;
  reading: number;
  isLeft: boolean;
}

/** Where a tile goes and what of it is still to be read. */
interface Place {
  readonly tiles: WarmTiles;
  readonly index: number;
  /** Its beginning is there. */
  readonly bytes: Buffer;
  readonly length_bytes: number;
  readonly position: number;
}

/** Hands out the tiles of stored pyramids as the JPEGs that they are, without decoding them (performance design §1). */
export class TileFiles {
  readonly #storage: Storage;
  /** The last used one last. */
  readonly #files = new Map<string, KeptFile>();
  readonly #buffers = new LentBuffers();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /**
   * One tile, in one read of the file. Whoever is through with it may give it back.
   * @returns undefined where the file keeps no such tile that could stand alone
   * @throws Error where the file is missing, unreadable or cut
   */
  async read(key: string, tile: StoredTile): Promise<Buffer | undefined> {
    const kept = this.#keep(key);
    kept.reading += 1;
    try {
      const { handle, levels } = await kept.file;
      const place = this.#placeOf(levels, tile);
      if (!place) return undefined;
      const { bytes, length_bytes, position } = place;
      const { bytesRead } = await handle.read(bytes, bytes.length - length_bytes, length_bytes, position);
      return whole(place, bytesRead);
    } finally {
      kept.reading -= 1;
      this.#closeIfLeft(kept);
    }
  }

  /**
   * The same without a turn in the queue of the threads for files, which costs more than a read from memory.
   * @returns undefined where it was not read a moment ago, or the storage can't: it is to be read in the other way
   * @throws Error where the file is unreadable or cut
   */
  readWarm(key: string, tile: StoredTile): Buffer | undefined {
    const opened = this.#files.get(key)?.opened;
    const last_s = opened?.levels[tile.level]?.read_s[indexOf(opened.levels, tile)] ?? 0;
    if (!opened?.handle.readNow || last_s === 0 || now_s() - last_s > WARM_s) return undefined;
    this.#keep(key);
    const place = this.#placeOf(opened.levels, tile);
    if (!place) return undefined;
    const { bytes, length_bytes, position } = place;
    return whole(place, opened.handle.readNow(bytes, bytes.length - length_bytes, length_bytes, position));
  }

  /** Closes all files; those that are being read, after that. */
  close(): void {
    for (const [key, kept] of this.#files) this.#leave(key, kept);
  }

  /** What `read` and `readWarm` handed out, once it is sent: its memory goes to others. */
  giveBack(bytes: Buffer): void {
    this.#buffers.giveBack(bytes);
  }

  #placeOf(levels: TileFile['levels'], tile: StoredTile): Place | undefined {
    const tiles = levels[tile.level];
    const index = indexOf(levels, tile);
    const stored_bytes = tiles?.lengths_bytes[index] ?? 0;
    if (!tiles || stored_bytes <= 2) return undefined;
    // In the place of the tile's own beginning, two bytes, stands the head.
    const length_bytes = stored_bytes - 2;
    const bytes = this.#buffers.take(tiles.head.length + length_bytes);
    tiles.head.copy(bytes);
    return { tiles, index, bytes, length_bytes, position: (tiles.offsets[index] ?? 0) + 2 };
  }

  #keep(key: string): KeptFile {
    const known = this.#files.get(key);
    const kept: KeptFile = known ?? { file: this.#open(key), reading: 0, isLeft: false };
    this.#files.delete(key);
    this.#files.set(key, kept);
    if (known) return kept;
    kept.file.then(
      (opened) => {
        kept.opened = opened;
      },
      // What could not be opened is tried anew by the next one.
      () => {
        if (this.#files.get(key) === kept) this.#files.delete(key);
      },
    );
    const [oldest] = this.#files;
    if (this.#files.size > OPEN_FILES && oldest) this.#leave(...oldest);
    return kept;
  }

  #leave(key: string, kept: KeptFile): void {
    this.#files.delete(key);
    kept.isLeft = true;
    this.#closeIfLeft(kept);
  }

  #closeIfLeft({ file, reading, isLeft }: KeptFile): void {
    if (!isLeft || reading > 0) return;
    file.then(
      (opened) => opened.handle.close(),
      () => undefined,
    );
  }

  async #open(key: string): Promise<TileFile> {
    const handle = await this.#storage.openForReading(key);
    try {
      const levels = await readJpegTiles(handle, handle.size_bytes);
      return {
        handle,
        levels: levels.map((tiles) => tiles && { ...tiles, read_s: new Uint32Array(tiles.offsets.length) }),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }
}

/** From 1 on. */
function now_s(): number {
  return Math.floor(performance.now() / 1000) + 1;
}

/** -1 where there is no such tile. */
function indexOf(levels: TileFile['levels'], { level, column, row }: StoredTile): number {
  const tiles = levels[level];
  return !tiles || column >= tiles.columns ? -1 : row * tiles.columns + column;
}

/** @throws Error where the file ended before the tile did */
function whole({ tiles, index, bytes, length_bytes }: Place, read_bytes: number): Buffer {
  if (read_bytes < length_bytes) throw new Error('The pyramid ends before one of its tiles does.');
  tiles.read_s[index] = now_s();
  return bytes;
}
