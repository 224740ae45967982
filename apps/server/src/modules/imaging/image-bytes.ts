import { LRUCache } from 'lru-cache';
import { atLocalPath } from '../../storage/at-local-path.ts';
import type { Storage } from '../../storage/storage.ts';
import { TileFiles } from '../media/public.ts';
import { renderImage } from './image-render.ts';
import { faultOf, type ImageSource } from './image-source.ts';
import type { PlannedImage } from './planned-image.ts';
import { RenderTurns } from './render-turns.ts';

/** Half of the four threads that the runtime uses for files, passwords and images. */
const RENDERED_AT_ONCE = 2;

/** About three thousand tiles, as many as a few readers look at. */
const KEPT_bytes = 64 * 2 ** 20;
/** Larger answers are rare, and each would remove many small ones from the cache. */
const KEPT_ANSWER_MAX_bytes = 128 * 2 ** 10;

/** Called for each image that is sent: whether its bytes existed or were decoded for it, and how many they are. */
export type OnImageAnswer = (way: 'stored' | 'decoded', size_bytes: number) => void;

/** Where the bytes of answers come from: the memory of the last ones, the stored tiles, or the decoder. */
export class ImageBytes {
  readonly #storage: Storage;
  readonly #onAnswer: OnImageAnswer;
  readonly #turns = new RenderTurns(RENDERED_AT_ONCE);
  readonly #files: TileFiles;
  // A stored file has another name when its contents change, so a cached answer is never out of date.
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
   * The bytes of an answer. The caller must not change them. They are a promise only where they are not in memory.
   * @param isGone whether the client has gone
   * @returns undefined where the client had gone when the turn to decode came
   * @throws ProblemError 503 where too many requests wait; StorageUnavailable where the pyramid is missing
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
