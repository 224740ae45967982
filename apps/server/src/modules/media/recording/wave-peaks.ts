import { writeFile } from 'node:fs/promises';

/**
 * The most pairs that are kept. When the list is full, each two become one, so it is always at least half
 * full.
 */
const MAX_PAIRS = 4_000;
/** Samples of a pair at the beginning: a recording of a second has some hundred pairs. */
const FIRST_SAMPLES = 64;

/**
 * The format of audiowaveform's JSON, version 2, which viewers of waveforms read (peaks.js,
 * waveform-data.js): `data` holds `length` pairs of the lowest and the highest sample, each from -128 to 127,
 * and each pair covers `samples_per_pixel` samples. All channels are merged.
 */
export interface WavePeaks {
  version: 2;
  channels: 1;
  sample_rate: number;
  samples_per_pixel: number;
  bits: 8;
  length: number;
  data: number[];
}

/** Collects the peaks of a recording of unknown length in a fixed amount of memory. */
export class PeakGatherer {
  readonly #low = new Float32Array(MAX_PAIRS);
  readonly #high = new Float32Array(MAX_PAIRS);
  #pairs = 0;
  #perPair = FIRST_SAMPLES;
  /** The samples in the current pair. */
  #taken = 0;
  #lowest = Infinity;
  #highest = -Infinity;
  #sampleRate_hz = 0;

  /** @param channels one array of samples from -1 to 1 for each channel, all of one length */
  take(channels: readonly Float32Array[], sampleRate_hz: number): void {
    this.#sampleRate_hz = sampleRate_hz;
    const count = channels[0]?.length ?? 0;
    for (let index = 0; index < count; index += 1) {
      for (const channel of channels) {
        const sample = channel[index] ?? 0;
        if (sample < this.#lowest) this.#lowest = sample;
        if (sample > this.#highest) this.#highest = sample;
      }
      this.#taken += 1;
      if (this.#taken === this.#perPair) this.#close();
    }
  }

  #close(): void {
    if (this.#pairs === MAX_PAIRS) this.#halve();
    // Merging doubled the samples of a pair, so the current one is not full yet.
    if (this.#taken < this.#perPair) return;
    this.#low[this.#pairs] = this.#lowest;
    this.#high[this.#pairs] = this.#highest;
    this.#pairs += 1;
    this.#taken = 0;
    this.#lowest = Infinity;
    this.#highest = -Infinity;
  }

  #halve(): void {
    for (let pair = 0; pair < MAX_PAIRS / 2; pair += 1) {
      this.#low[pair] = Math.min(this.#low[pair * 2] ?? 0, this.#low[pair * 2 + 1] ?? 0);
      this.#high[pair] = Math.max(this.#high[pair * 2] ?? 0, this.#high[pair * 2 + 1] ?? 0);
    }
    this.#pairs = MAX_PAIRS / 2;
    this.#perPair *= 2;
  }

  /** Finishes the last pair, and writes the file. */
  async write(path: string): Promise<WavePeaks> {
    const peaks = this.end();
    await writeFile(path, JSON.stringify(peaks));
    return peaks;
  }

  end(): WavePeaks {
    if (this.#taken > 0) {
      this.#taken = this.#perPair;
      this.#close();
      // The list was full. Merging made room, but also doubled the size of a pair, so it is filled up again.
      if (this.#taken > 0) {
        this.#taken = this.#perPair;
        this.#close();
      }
    }
    const data: number[] = [];
    for (let pair = 0; pair < this.#pairs; pair += 1)
      data.push(eightBits(this.#low[pair] ?? 0), eightBits(this.#high[pair] ?? 0));
    return {
      version: 2,
      channels: 1,
      sample_rate: this.#sampleRate_hz,
      samples_per_pixel: this.#perPair,
      bits: 8,
      length: this.#pairs,
      data,
    };
  }
}

function eightBits(sample: number): number {
  if (!Number.isFinite(sample)) return 0;
  return Math.max(-128, Math.min(127, Math.round(sample * 128)));
}
