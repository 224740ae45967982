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
