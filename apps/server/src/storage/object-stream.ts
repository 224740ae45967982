import { Readable } from 'node:stream';
import { StorageUnavailable } from './storage.ts';

/**
 * A stream of an object that is requested with the first read. It emits `open` when the service has answered, as a
 * stream of a disk does. It fails with StorageUnavailable where a reader waits too long for the next bytes.
 */
export class ObjectStream extends Readable {
  bytesRead = 0;
  readonly #ask: (signal: AbortSignal) => Promise<Readable>;
  readonly #gone = new AbortController();
  readonly #silentMax_ms: number;
  readonly #wanted_bytes: number;
  #body: Readable | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(
    ask: (signal: AbortSignal) => Promise<Readable>,
    silentMax_ms: number,
    wanted_bytes = Infinity,
  ) {
    super();
    this.#ask = ask;
    this.#silentMax_ms = silentMax_ms;
    this.#wanted_bytes = wanted_bytes;
  }

  override _construct(callback: (error?: Error) => void): void {
    this.#ask(this.#gone.signal).then(
      (body) => {
        this.#body = body;
        body.pause();
        body.on('data', (chunk: Buffer) => {
          // Some services send more bytes than the range has.
          const taken = chunk.subarray(0, this.#wanted_bytes - this.bytesRead);
          if (taken.length === 0) return;
          this.bytesRead += taken.length;
          this.#watch?.refresh();
          if (!this.push(taken)) this.#rest();
          if (this.bytesRead === this.#wanted_bytes) this.#end();
        });
        body.on('end', () => {
          if (this.bytesRead !== this.#wanted_bytes) this.#end();
        });
        body.on('error', (error) => this.destroy(error));
        this.emit('open');
        callback();
      },
      (error: unknown) => callback(error as Error),
    );
  }

  override _read(): void {
    this.#watch ??= setTimeout(() => {
      this.destroy(new StorageUnavailable('The storage fell silent in the middle of a file.'));
    }, this.#silentMax_ms);
    this.#body?.resume();
  }

  /** Stops reading while the reader takes no more bytes. */
  #rest(): void {
    this.#unwatch();
    this.#body?.pause();
  }

  #end(): void {
    this.#unwatch();
    this.push(null);
  }

  #unwatch(): void {
    clearTimeout(this.#watch);
    this.#watch = undefined;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#unwatch();
    this.#gone.abort();
    this.#body?.destroy();
    callback(error);
  }
}
