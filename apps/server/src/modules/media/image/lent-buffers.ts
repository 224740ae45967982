/** Nearly every tile of 256 px fits; a larger one gets memory of its own. */
const SLAB_bytes = 64 * 1024;
/** As many as a busy process has answers under way. */
const KEPT = 64;

/**
 * Memory that goes from answer to answer. Buffers of their own for each weigh on the collector, which marks the whole heap
 * for every few thousand of them: that took more of the processor than the tiles themselves.
 */
export class LentBuffers {
  readonly #free: ArrayBuffer[] = [];
  readonly #ours = new WeakSet<object>();

  /** @returns what was in it before is still there */
  take(length_bytes: number): Buffer {
    if (length_bytes > SLAB_bytes) return Buffer.allocUnsafeSlow(length_bytes);
    let slab = this.#free.pop();
    if (!slab) {
      slab = new ArrayBuffer(SLAB_bytes);
      this.#ours.add(slab);
    }
    return Buffer.from(slab, 0, length_bytes);
  }

  /** Only once nobody reads it any more; what isn't given back is collected. Others' buffers are left alone. */
  giveBack({ buffer }: Buffer): void {
    if (this.#free.length < KEPT && this.#ours.has(buffer) && !this.#free.includes(buffer as ArrayBuffer))
      this.#free.push(buffer as ArrayBuffer);
  }
}
