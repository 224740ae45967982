import type { Readable } from 'node:stream';

/** Cuts a stream into pieces of a greatest size. A source that fails ends the piece that it was in: what had come counts. */
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

  /** The next piece; empty where the source was over. Each has to be read to its end before the next is asked for. */
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
