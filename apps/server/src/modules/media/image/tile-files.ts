import type { StoredTile } from '../../../iiif-image/stored-tile.ts';
import type { RandomFile, Storage } from '../../../storage/storage.ts';
import { readJpegTiles, type JpegTiles } from './tiff-tiles.ts';

/** The most files that are kept open. A viewer requests many tiles of the same image, one after the other. */
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

/** Reads the tiles of stored pyramids as JPEGs, without decoding them (performance design §1). */
export class TileFiles {
  readonly #storage: Storage;
  /** In the order of their last use, the latest at the end. */
  readonly #files = new Map<string, KeptFile>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /**
   * Reads one tile, with one read of the file.
   * @returns undefined where the file has no such tile, or no bytes for it
   * @throws Error where the file is missing, unreadable or truncated
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
      // The shared header replaces the first two bytes of the tile.
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

  /** Closes all files, each after the reads in progress. */
  close(): void {
    for (const [key, kept] of this.#files) this.#leave(key, kept);
  }

  #keep(key: string): KeptFile {
    const known = this.#files.get(key);
    const kept: KeptFile = known ?? { file: this.#open(key), reading: 0, isLeft: false };
    this.#files.delete(key);
    this.#files.set(key, kept);
    if (known) return kept;
    // The next read tries again to open a file that could not be opened.
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
