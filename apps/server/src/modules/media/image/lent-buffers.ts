/** Nearly every tile of 256 px fits; a larger one gets memory of its own. */
const SLAB_bytes = 64 * 1024;
/** About the number of concurrent answers of a busy process. */
const KEPT = 64;

/**
 * A pool of buffers for answers. Separate buffers burden the garbage collector, which marks the whole heap
 * for every few thousand of them: that took more processor time than the tiles themselves.
 */
export class LentBuffers {
  readonly #free: ArrayBuffer[] = [];
  readonly #ours = new WeakSet<object>();

  /** @returns a buffer that may still have old contents */
  take(length_bytes: number): Buffer {
    if (length_bytes > SLAB_bytes) return Buffer.allocUnsafeSlow(length_bytes);
    let slab = this.#free.pop();
    if (!slab) {
      slab = new ArrayBuffer(SLAB_bytes);
      this.#ours.add(slab);
    }
    return Buffer.from(slab, 0, length_bytes);
  }

  /**
   * Returns a buffer once nobody reads it any more; others are garbage-collected. Buffers from elsewhere are
   * ignored.
   */
  giveBack({ buffer }: Buffer): void {
    if (this.#free.length < KEPT && this.#ours.has(buffer) && !this.#free.includes(buffer as ArrayBuffer))
      this.#free.push(buffer as ArrayBuffer);
  }
}
