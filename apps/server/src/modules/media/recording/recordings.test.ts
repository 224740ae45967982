import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyNth } from '../../../../../../tests/harness/soak.ts';
import { meanDifference, pixels } from '../image/measured-image.ts';
import { MediaRefused } from '../media-refused.ts';
import { boxesOf, makeFilm, makeFlac, makeSound, turnFilm } from './made-recording.ts';
import { openRecording } from './open-recording.ts';
import type { RecordingKind } from './recording-refused.ts';
import { recordings } from './recordings.ts';
import type { WavePeaks } from './wave-peaks.ts';

const limits = { maxPixels: 1e9 };
const data = resolve(import.meta.dirname, '../../../../../../../shared/data');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-recording-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function derived(source: string, kind: RecordingKind) {
  const into = await mkdtemp(join(folder, 'into-'));
  const made = await recordings(kind).derive({
    source,
    into,
    page: 0,
    rotation: 0 as const,
    facts: {},
    parts: [],
    limits,
  });
  const fileOf = (role: string) => made.derivatives?.find((file) => file.role === role);
  return { ...made, fileOf, pathOf: (role: string) => fileOf(role)?.path ?? '' };
}

/** What a file at a path is refused as, at its upload or when it is prepared. */
async function refusal(source: string, kind: RecordingKind): Promise<string> {
  try {
    await recordings(kind).probe(source);
    await derived(source, kind);
    return 'taken';
  } catch (error) {
    if (error instanceof MediaRefused) return error.cause_.code;
    throw error;
  }
}

describe('sound', () => {
  it('[IMP-32] [IMP-33] [IMP-34] becomes AAC in MP4 that can be played from its beginning, with peaks and length', async () => {
    const source = join(folder, 'tone.wav');
    await writeFile(source, waveFile(3, 22_050));
    expect((await recordings('audio').probe(source)).mediaType).toBe('audio/wav');
    const made = await derived(source, 'audio');
    expect(made.duration_s).toBeCloseTo(3, 1);
    const boxes = await boxesOf(made.pathOf('playable'));
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
    const { input, sound } = await openRecording(made.pathOf('playable'), 'audio');
    expect(sound?.codecpar.getCodecString()).toBe('mp4a.40.2');
    input.closeInputSync();
    const peaks = JSON.parse(await readFile(made.pathOf('peaks'), 'utf8')) as WavePeaks;
    expect(peaks).toMatchObject({ version: 2, channels: 1, sample_rate: 22_050, bits: 8 });
    expect(peaks.data).toHaveLength(peaks.length * 2);
    expect((peaks.length * peaks.samples_per_pixel) / peaks.sample_rate).toBeCloseTo(3, 1);
    // Half as loud as can be, then silence.
    const third = Math.floor(peaks.length / 3) * 2;
    expect(Math.max(...peaks.data.slice(0, third))).toBeGreaterThan(55);
    expect(Math.min(...peaks.data.slice(0, third))).toBeLessThan(-55);
    expect(Math.max(...peaks.data.slice(-third))).toBeLessThan(5);
  });

  it('keeps between two and four thousand pairs of a long recording', async () => {
    const source = join(folder, 'long.m4a');
    await makeSound(source, 'frequency=200:sample_rate=8000:duration=600');
    const made = await derived(source, 'audio');
    expect(made.fileOf('peaks')?.facts?.['length']).toSatisfy(
      (length: number) => length > 2_000 && length <= 4_000,
    );
    expect(made.duration_s).toBeCloseTo(600, 0);
    // What is AAC already loses nothing.
    expect(made.technical).toMatchObject({ isAudioCopied: true });
  });
});

describe('video', () => {
  let film: string;
  beforeAll(async () => {
    film = join(folder, 'film.mp4');
    await makeFilm(film, 'size=320x180:rate=25:duration=3');
  });

  it('[IMP-35] [IMP-36] [IMP-37] of a telephone stands upright: size, poster and what is played', async () => {
    const source = join(folder, 'turned.mp4');
    await copyFile(film, source);
    await turnFilm(source);
    expect((await recordings('video').probe(source)).facts).toMatchObject({ width_px: 180, height_px: 320 });
    const made = await derived(source, 'video');
    expect(made).toMatchObject({
      width_px: 180,
      height_px: 320,
      technical: { rotation: 90, isVideoCopied: true },
    });
    expect(made.duration_s).toBeCloseTo(3, 1);
    expect(made.fileOf('playable')?.facts).toMatchObject({ width_px: 180, height_px: 320 });
    const boxes = await boxesOf(made.pathOf('playable'));
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
    expect(await sharp(made.pathOf('poster')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 180,
      height: 320,
    });
    expect(made.thumbnail).toMatchObject({ width_px: 180, height_px: 320 });
    const lying = await derived(film, 'video');
    const turned = await pixels(sharp(await sharp(lying.pathOf('poster')).rotate(90).toBuffer()));
    expect(meanDifference(turned, await pixels(sharp(made.pathOf('poster'))))).toBeLessThan(5);
  });

  it('whose clock leaps is refused, rather than filled with hours of one picture', async () => {
    const leap = "size=64x64:rate=25:duration=2,setpts='PTS+if(gte(N,25),72000/TB,0)'";
    await expect(makeFilm(join(folder, 'leap.mp4'), leap)).rejects.toMatchObject({
      cause_: { code: 'too-long-recording' },
    });
  });

  it('is refused with a cause that says what to do', async () => {
    const at = (name: string) => join(folder, name);
    await writeFile(at('empty.mp4'), '');
    expect(await refusal(at('empty.mp4'), 'video')).toBe('empty-file');
    // Cut anywhere: the index of these stands at the beginning, and the sound and pictures break off.
    await copyFile(film, at('cut.mp4'));
    await truncate(at('cut.mp4'), 20_000);
    expect(await refusal(at('cut.mp4'), 'video')).toBe('truncated');
    await writeFile(at('cut.wav'), waveFile(3, 22_050).subarray(0, 60_000));
    expect(await refusal(at('cut.wav'), 'audio')).toBe('truncated');
    await makeSound(at('sound.m4a'), 'frequency=440:duration=1');
    expect(await refusal(at('sound.m4a'), 'video')).toBe('no-pictures');
    expect(await refusal(film, 'audio')).toBe('is-a-video');
    // A picture with the name of a film, and one that sound was written behind.
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .gif()
      .toBuffer();
    await writeFile(at('named.mp4'), picture);
    expect(await refusal(at('named.mp4'), 'video')).toBe('unsupported-format');
    await writeFile(at('both.mp3'), Buffer.concat([picture, await readFile(at('sound.m4a'))]));
    expect(await refusal(at('both.mp3'), 'audio')).toBe('unsupported-format');
    // The encoder takes one rate from beginning to end.
    await makeFlac(
      at('rates.flac'),
      Array.from({ length: 120 }, (_, frame) => (frame < 61 ? 44.1 : 48)),
    );
    expect(await refusal(at('rates.flac'), 'audio')).toBe('unsupported-coding');
    await makeFlac(
      at('rate.flac'),
      Array.from({ length: 120 }, () => 44.1 as const),
    );
    expect(await refusal(at('rate.flac'), 'audio')).toBe('taken');
    // What only names other files is never followed.
    await writeFile(at('list.m3u8'), `#EXTM3U\n#EXTINF:3,\n${film}\n`);
    expect(await refusal(at('list.m3u8'), 'video')).toBe('unsupported-format');
    // A head that promises, and nothing behind it.
    await writeFile(
      at('noise.mkv'),
      Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(4_000, 0x5a)]),
    );
    expect(await refusal(at('noise.mkv'), 'video')).toBe('unreadable');
  });
});

const real = (['audio', 'video'] as const).map((kind) => ({ kind, folder: join(data, kind) }));
const isThere = real.every((each) => existsSync(each.folder));
describe.skipIf(!isThere)(
  `real recordings${isThere ? '' : ' (left out: there are none beside the checkout)'}`,
  () => {
    it.each(real)('[IMP-32] [IMP-35] of $kind can be played', async ({ kind, folder: from }) => {
      const names = await readdir(from);
      expect(names.length).toBeGreaterThan(2);
      for (const name of everyNth(names.sort(), names.length, 0)) {
        const made = await derived(join(from, name), kind);
        const { input, film, sound, claimed_s } = await openRecording(made.pathOf('playable'), kind);
        expect.soft(claimed_s, name).toBeGreaterThan(1);
        expect.soft(sound?.codecpar.getCodecString(), name).toBe('mp4a.40.2');
        if (kind === 'video') expect.soft(film?.codecpar.getCodecString(), name).toMatch(/^avc1/);
        input.closeInputSync();
      }
    });
  },
);

/** A WAV of one channel with 16 bits: a tone for its first third at half of the loudness, then silence. */
function waveFile(duration_s: number, rate_hz: number): Buffer {
  const samples = duration_s * rate_hz;
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
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
  for (let index = 0; index < samples / 3; index += 1)
    bytes.writeInt16LE(Math.round(Math.sin((index * 440 * 2 * Math.PI) / rate_hz) * 16_000), 44 + index * 2);
  return bytes;
}
