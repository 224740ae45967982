import type { Readable } from 'node:stream';

/**
 * Cuts a stream into pieces of a maximum size. An error of the source ends the current piece: its bytes so
 * far count.
 */
export class Pieces {
  /** Whether the source has ended, or failed. */
  isOver = false;
  failure: Error | undefined;
  readonly #source: AsyncIterator<Buffer>;
  readonly #piece_bytes: number;
  #rest: Buffer | undefined;

  constructor(source: Readable, piece_bytes: number) {
    this.#source = (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#piece_bytes = piece_bytes;
  }

  /** The next piece; empty where the source has ended. Read each to its end before you ask for the next. */
  async *next(): AsyncGenerator<Buffer> {
    for (let left_bytes = this.#piece_bytes; left_bytes > 0 && !this.isOver;) {
      const chunk = this.#rest ?? (await this.#read());
      if (!chunk) return;
      this.#rest = chunk.length > left_bytes ? chunk.subarray(left_bytes) : undefined;
      const taken = chunk.subarray(0, left_bytes);
      left_bytes -= taken.length;
      yield taken;
    }
  }

  async #read(): Promise<Buffer | undefined> {
    try {
      const next = await this.#source.next();
      if (next.done !== true) return next.value;
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
    this.isOver = true;
    return undefined;
  }
}
