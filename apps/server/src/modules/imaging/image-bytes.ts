import { LRUCache } from 'lru-cache';
import { atLocalPath } from '../../storage/at-local-path.ts';
import type { Storage } from '../../storage/storage.ts';
import { TileFiles } from '../media/public.ts';
import { renderImage } from './image-render.ts';
import { faultOf, type ImageSource } from './image-source.ts';
import type { PlannedImage } from './planned-image.ts';
import { RenderTurns } from './render-turns.ts';

/** Half of the four threads that the runtime has for files, passwords and images together. */
const RENDERED_AT_ONCE = 2;

/** Some three thousand tiles: what a handful of readers look at. */
const KEPT_bytes = 64 * 2 ** 20;
/** Larger ones are rare, and would drive many small ones out. */
const KEPT_ANSWER_MAX_bytes = 128 * 2 ** 10;

/** Told of each image sent, whether it was there already or was decoded for it, and of its bytes. */
export type OnImageAnswer = (way: 'stored' | 'decoded', size_bytes: number) => void;

/** Where the bytes of answers come from: the memory of the last ones, the stored tiles, or the decoder. */
export class ImageBytes {
  readonly #storage: Storage;
  readonly #onAnswer: OnImageAnswer;
  readonly #turns = new RenderTurns(RENDERED_AT_ONCE);
  readonly #files: TileFiles;
  // The name of a stored file changes with what is in it, so nothing that is kept by it can be out of date.
  readonly #kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_bytes,
    maxEntrySize: KEPT_ANSWER_MAX_bytes,
    sizeCalculation: ({ length }) => length,
  });

  constructor(storage: Storage, onAnswer: OnImageAnswer) {
    this.#storage = storage;
    this.#onAnswer = onAnswer;
    this.#files = new TileFiles(storage);
  }

  /**
   * The bytes of an answer, which nobody may change; without a promise where they are in memory.
   * @param isGone whether nobody waits for them any more
   * @returns undefined where nobody waited for them when their turn came
   * @throws ProblemError 503 where too many wait; StorageUnavailable where the pyramid is not there
   */
  of(
    source: ImageSource,
    planned: PlannedImage,
    isGone: () => boolean,
  ): Buffer | Promise<Buffer | undefined> {
    const kept = this.#kept.get(planned.key);
    if (!kept) return this.#made(source, planned, isGone);
    this.#onAnswer('stored', kept.length);
    return kept;
  }

  async #made(
    { pyramidKey }: ImageSource,
    { plan, tile, key }: PlannedImage,
    isGone: () => boolean,
  ): Promise<Buffer | undefined> {
    try {
      const stored = tile && (await this.#files.read(pyramidKey, tile));
      const bytes =
        stored ??
        (await atLocalPath(this.#storage, pyramidKey, (path) =>
          this.#turns.take(() => renderImage(path, plan), isGone),
        ));
      if (!bytes) return undefined;
      this.#onAnswer(stored ? 'stored' : 'decoded', bytes.length);
      this.#kept.set(key, bytes);
      return bytes;
    } catch (error) {
      throw await faultOf(this.#storage, pyramidKey, error);
    }
  }

  /** Closes the files that are open. */
  close(): void {
    this.#files.close();
  }
}
