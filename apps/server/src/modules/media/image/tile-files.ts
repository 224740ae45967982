import type { StoredTile } from '../../../iiif-image/stored-tile.ts';
import type { RandomFile, Storage } from '../../../storage/storage.ts';
import { readJpegTiles, type JpegTiles } from './tiff-tiles.ts';

/** An image under somebody's eyes is asked for tile after tile; so many are kept open at once. */
const OPEN_FILES = 64;

interface TileFile {
  readonly handle: RandomFile;
  readonly levels: readonly (JpegTiles | null)[];
}

interface KeptFile {
  readonly file: Promise<TileFile>;
  reading: number;
  isLeft: boolean;
}

/** Hands out the tiles of stored pyramids as the JPEGs that they are, without decoding them (performance design §1). */
export class TileFiles {
  readonly #storage: Storage;
  /** The last used one last. */
  readonly #files = new Map<string, KeptFile>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /**
   * One tile, in one read of the file.
   * @returns undefined where the file keeps no such tile that could stand alone
   * @throws Error where the file is missing, unreadable or cut
   */
  async read(key: string, { level, column, row }: StoredTile): Promise<Buffer | undefined> {
    const kept = this.#keep(key);
    kept.reading += 1;
    try {
      const { handle, levels } = await kept.file;
      const tiles = levels[level];
      if (!tiles || column >= tiles.columns) return undefined;
      const index = row * tiles.columns + column;
      const stored_bytes = tiles.lengths_bytes[index] ?? 0;
      if (stored_bytes <= 2) return undefined;
      // In the place of the tile's own beginning, two bytes, stands the head.
      const { head } = tiles;
      const length_bytes = stored_bytes - 2;
      const bytes = Buffer.allocUnsafeSlow(head.length + length_bytes);
      head.copy(bytes);
      const position = (tiles.offsets[index] ?? 0) + 2;
      const { bytesRead } = await handle.read(bytes, head.length, length_bytes, position);
      if (bytesRead < length_bytes) throw new Error('The pyramid ends before one of its tiles does.');
      return bytes;
    } finally {
      kept.reading -= 1;
      this.#closeIfLeft(kept);
    }
  }

  /** Closes all files; those that are being read, after that. */
  close(): void {
    for (const [key, kept] of this.#files) this.#leave(key, kept);
  }

  #keep(key: string): KeptFile {
    const known = this.#files.get(key);
    const kept: KeptFile = known ?? { file: this.#open(key), reading: 0, isLeft: false };
    this.#files.delete(key);
    this.#files.set(key, kept);
    if (known) return kept;
    // What could not be opened is tried anew by the next one.
    kept.file.catch(() => {
      if (this.#files.get(key) === kept) this.#files.delete(key);
    });
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
      return { handle, levels: await readJpegTiles(handle, handle.size_bytes) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }
}
