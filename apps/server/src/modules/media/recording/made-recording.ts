import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { AV_LOG_FATAL, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { FormatContext, InputFormat, Log } from 'node-av/lib';
import { transcode } from './transcode.ts';

/**
 * Writes an MP4 of H.264 and AAC for tests: a moving test card with a tone.
 * @param card options of FFmpeg's source `testsrc2`
 */
export async function makeFilm(path: string, card: string, tone = 'frequency=440'): Promise<void> {
  const duration = /duration=[\d.]+/.exec(card)?.[0] ?? 'duration=2';
  await make(path, 'mp4', `testsrc2=${card}[out0];sine=${tone}:${duration}[out1]`);
}

/** Writes an M4A for tests. @param tone options of FFmpeg's source `sine` */
export async function makeSound(path: string, tone: string): Promise<void> {
  await make(path, 'ipod', `sine=${tone}`);
}

async function make(path: string, format: 'mp4' | 'ipod', graph: string): Promise<void> {
  Log.setLevel(AV_LOG_FATAL);
  const input = new FormatContext();
  input.allocContext();
  const opened = input.openInputSync(graph, InputFormat.findInputFormat('lavfi'));
  if (opened < 0 || input.findStreamInfoSync() < 0) throw new Error(`lavfi: ${opened}`);
  const of = (type: unknown) => input.streams.find((stream) => stream.codecpar.codecType === type) ?? null;
  const [film, sound] = [of(AVMEDIA_TYPE_VIDEO), of(AVMEDIA_TYPE_AUDIO)];
  try {
    await transcode(
      { container: 'avi', input, film, sound, claimed_s: 0, start_us: 0n },
      { path, format },
      {
        ...(film && {
          film: { isCopied: false, width_px: film.codecpar.width, height_px: film.codecpar.height, turn: [] },
        }),
        sound: { isCopied: false },
      },
      () => Promise.resolve(),
    );
  } finally {
    input.closeInputSync();
  }
}

/**
 * Rotates the pictures of an MP4 as a telephone does: by the matrix in the track's header (ISO 14496-12
 * §8.3.2).
 */
export async function turnFilm(path: string): Promise<void> {
  const bytes = await readFile(path);
  const header = bytes.indexOf('tkhd');
  if (header < 0) throw new Error('No track header.');
  const matrix = header + 4 + 40;
  const quarter = [0, 65_536, 0, -65_536, 0, 0, 0, 0, 0x4000_0000];
  quarter.forEach((value, index) => bytes.writeInt32BE(value, matrix + index * 4));
  await writeFile(`${path}.turned`, bytes);
  await rename(`${path}.turned`, path);
}

/** The names of the top-level boxes of an MP4, in order. */
export async function boxesOf(path: string): Promise<string[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const names: string[] = [];
    const header = Buffer.alloc(8);
    for (let at = 0; at + 8 <= size;) {
      await file.read(header, 0, 8, at);
      names.push(header.toString('latin1', 4, 8));
      at += Math.max(8, header.readUInt32BE(0));
    }
    return names;
  } finally {
    await file.close();
  }
}

/** The remainder of a division by a polynomial, as FLAC checks its frames. */
function crc(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  let rest = 0;
  for (const byte of bytes) {
    rest ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++)
      rest = (rest & (1 << (bits - 1)) ? (rest << 1) ^ polynomial : rest << 1) & (2 ** bits - 1);
  }
  return rest;
}

/**
 * Writes a FLAC in one channel of 16 bits, whose sample rate changes from one frame of 256 samples to the next
 * (RFC 9639 allows it).
 * @param rates_kHz of each frame
 */
export async function makeFlac(path: string, rates_kHz: readonly (44.1 | 48)[]): Promise<void> {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(256, 0);
  info.writeUInt16BE(256, 2);
  // 20 bits of sample rate, 3 of channels - 1, 5 of bits - 1, 36 of samples.
  info.writeUInt32BE(((44_100 << 12) | (15 << 4)) >>> 0, 10);
  info.writeUInt32BE(rates_kHz.length * 256, 14);
  const frames = rates_kHz.map((rate, number) => {
    const head = Buffer.from([0xff, 0xf8, 0x80 | (rate === 48 ? 10 : 9), 0x08, number % 128]);
    // One value for the whole frame.
    const body = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07), 0, number % 2, 0])]);
    const end = Buffer.alloc(2);
    end.writeUInt16BE(crc(body, 16, 0x8005));
    return Buffer.concat([body, end]);
  });
  await writeFile(path, Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, ...frames]));
}
