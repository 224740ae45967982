import sharp from 'sharp';
import type { WavePeaks } from './wave-peaks.ts';

/** The size of the picture of a sound, the same for every sound. */
export const WAVE_PICTURE = { width_px: 480, height_px: 120 } as const;

const background = 0xf4;
const wave = 0x52;

/** Draws the waveform of a sound, as high as its loudest sample, as a PNG. */
export async function wavePicture({ data, length }: Pick<WavePeaks, 'data' | 'length'>): Promise<Buffer> {
  const { width_px: width, height_px: height } = WAVE_PICTURE;
  const pixels = Buffer.alloc(width * height, background);
  const loudest = data.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  const rowOf = (sample: number) => Math.round(((1 - sample / loudest) / 2) * (height - 1));
  for (let x = 0; x < width; x += 1) {
    // The pairs that this column stands for: at least one, of a short sound the same one for several columns.
    const from = Math.floor((x * length) / width);
    const to = Math.max(from + 1, Math.floor(((x + 1) * length) / width));
    const samples = data.slice(from * 2, to * 2);
    const top = rowOf(Math.max(0, ...samples));
    const bottom = rowOf(Math.min(0, ...samples));
    for (let y = top; y <= bottom; y += 1) pixels[y * width + x] = wave;
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}
