import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFilm } from '../../apps/server/src/modules/media/recording/made-recording.ts';

/** A WAV of 16 bits and one channel: a tone of 440 Hz. */
export function madeWave(duration_s = 0.2, rate_hz = 8_000): Buffer {
  const samples = Math.round(duration_s * rate_hz);
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + samples * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate_hz, 24);
  bytes.writeUInt32LE(rate_hz * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples * 2, 40);
  for (let sample = 0; sample < samples; sample += 1) {
    const height = Math.sin((2 * Math.PI * 440 * sample) / rate_hz);
    bytes.writeInt16LE(Math.round(height * 16_000), 44 + sample * 2);
  }
  return bytes;
}

let film: Promise<Buffer> | undefined;

/** An MP4 of half a second, 64 × 48 pixels, with a tone; made once in a process. */
export function madeFilm(): Promise<Buffer> {
  film ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'armarium-film-'));
    try {
      await makeFilm(join(folder, 'film.mp4'), 'size=64x48:rate=10:duration=0.5');
      return await readFile(join(folder, 'film.mp4'));
    } finally {
      await rm(folder, { recursive: true });
    }
  })();
  return film;
}
