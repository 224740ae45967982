import { SingleBar } from 'cli-progress';

/** The interval of lines where there is no terminal for a bar. */
const LINE_EVERY_MS = 10_000;
const BAR_AT_MOST_EVERY_MS = 100;

const counted = new Intl.NumberFormat('en');

/** A duration such as `3 min 20 s`. */
function spoken(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/**
 * The progress of long work, on standard error: a bar at a terminal, otherwise a line every ten seconds. It
 * counts units that people count (records, files), with the rate since the beginning and the time left.
 */
export class Progress {
  readonly #task: string;
  readonly #unit: string;
  readonly #total: number | undefined;
  readonly #stream: NodeJS.WriteStream;
  readonly #began_ms = performance.now();
  readonly #bar: SingleBar | undefined;
  #said_ms = performance.now();
  #done = 0;
  #also = '';

  /**
   * @param unit in the plural, such as `records`
   * @param total undefined where it is not known yet
   */
  constructor(task: string, unit: string, total?: number, stream: NodeJS.WriteStream = process.stderr) {
    this.#task = task;
    this.#unit = unit;
    this.#total = total;
    this.#stream = stream;
    if (!stream.isTTY) return;
    this.#bar = new SingleBar({
      stream,
      format: `${task}  ${total === undefined ? '' : '{bar}  '}{told}`,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      barsize: 30,
      fps: 1000 / BAR_AT_MOST_EVERY_MS,
      hideCursor: true,
      // The command handles signals: it ends cleanly, and the bar with it.
      gracefulExit: false,
    });
    this.#bar.start(total ?? 0, 0, { told: this.#told() });
  }

  /**
   * @param done the total so far, not the increment
   * @param also further text, such as the size
   */
  update(done: number, also = ''): void {
    this.#done = done;
    this.#also = also;
    const now_ms = performance.now();
    if (now_ms - this.#said_ms < (this.#bar ? BAR_AT_MOST_EVERY_MS : LINE_EVERY_MS)) return;
    this.#said_ms = now_ms;
    if (this.#bar) this.#bar.update(done, { told: this.#told() });
    else this.#stream.write(`${this.#task}: ${this.#told()}\n`);
  }

  /** Leaves the last state visible at a terminal; to be called however the work ended. */
  end(): void {
    this.#bar?.update(this.#done, { told: this.#told() });
    this.#bar?.stop();
  }

  #told(): string {
    const passed_s = (performance.now() - this.#began_ms) / 1000;
    const rate = this.#done / Math.max(passed_s, 0.001);
    const of = this.#total === undefined ? '' : ` of ${counted.format(this.#total)}`;
    const parts = [`${counted.format(this.#done)}${of} ${this.#unit}`];
    if (this.#also !== '') parts.push(this.#also);
    if (this.#done > 0)
      parts.push(`${rate < 10 ? rate.toFixed(1) : counted.format(Math.round(rate))} a second`);
    if (this.#total !== undefined && this.#done > 0 && this.#done < this.#total) {
      parts.push(`${spoken((this.#total - this.#done) / rate)} left`);
    }
    return parts.join(', ');
  }
}
