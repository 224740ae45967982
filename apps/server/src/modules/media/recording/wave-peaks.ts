import { writeFile } from 'node:fs/promises';

/** The most pairs that are kept; when they are full each two become one, so there are between half of it and all. */
const MAX_PAIRS = 4_000;
/** Samples of a pair to begin with: a recording of a second has some hundred. */
const FIRST_SAMPLES = 64;

/**
 * The form of audiowaveform's JSON, version 2, which viewers of waveforms read (peaks.js, waveform-data.js):
 * `data` holds `length` pairs of the lowest and the highest sample, each from -128 to 127, and each pair stands
 * for `samples_per_pixel` samples. All channels are one.
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

/** Gathers the peaks of a recording of unknown length in a fixed amount of memory. */
export class PeakGatherer {
  readonly #low = new Float32Array(MAX_PAIRS);
  readonly #high = new Float32Array(MAX_PAIRS);
  #pairs = 0;
  #perPair = FIRST_SAMPLES;
  /** Of the pair that is being filled. */
  #taken = 0;
  #lowest = Infinity;
  #highest = -Infinity;
  #sampleRate_hz = 0;

  /** @param channels samples from -1 to 1, the channels' side by side, all of one length */
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
    // Halving doubled what a pair holds: the one being filled goes on being filled.
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

  /** Ends the gathering, and writes the file. */
  async write(path: string): Promise<WavePeaks> {
    const peaks = this.end();
    await writeFile(path, JSON.stringify(peaks));
    return peaks;
  }

  end(): WavePeaks {
    if (this.#taken > 0) {
      this.#taken = this.#perPair;
      this.#close();
      // The last, shorter pair found no room: it is one with the others now.
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
