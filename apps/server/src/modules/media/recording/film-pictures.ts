import { AV_FRAME_FLAG_INTERLACED, AVERROR_EOF, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { Frame, Packet } from 'node-av/lib';
import sharp from 'sharp';
import { decode, Filters, openDecoder } from './coding-steps.ts';
import { shownSize, uprightFilters, type OpenRecording } from './open-recording.ts';

/** Pixels as three bytes each, upright and with square pixels. */
interface Picture {
  data: Buffer;
  width_px: number;
  height_px: number;
}

/** Decoders may give their first picture late; a file without one in this many packets has none. */
const PATIENCE_packets = 2_000;

/**
 * The first picture that the decoder gives from the key frame at or before a time.
 * @returns the result of `use`, or null where there is none
 */
function pictureAt<T>({ input, film }: OpenRecording, at_s: number, use: (frame: Frame) => T): T | null {
  if (!film) return null;
  const { num, den } = film.timeBase;
  if (at_s > 0) input.seekFrameSync(film.index, BigInt(Math.floor((at_s * den) / num)), AVSEEK_FLAG_BACKWARD);
  const decoder = openDecoder(film);
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  const made: T[] = [];
  const take = (decoded: Frame) => {
    if (made.length === 0) made.push(use(decoded));
  };
  try {
    for (let count = 0; made.length === 0 && count < PATIENCE_packets;) {
      const read = input.readFrameSync(packet);
      if (read < 0) {
        if (read === AVERROR_EOF) decode(decoder, null, frame, take);
        break;
      }
      if (packet.streamIndex === film.index) {
        count += 1;
        decode(decoder, packet, frame, take);
      }
      packet.unref();
    }
    return made[0] ?? null;
  } finally {
    packet.free();
    frame.free();
    decoder.freeContext();
  }
}

/**
 * Whether the first picture is interlaced; null where there is no picture. The reader's position is then
 * after it.
 */
export function isInterlaced(recording: OpenRecording): boolean | null {
  return pictureAt(recording, 0, (frame) => frame.hasFlags(AV_FRAME_FLAG_INTERLACED));
}

function readPicture(recording: OpenRecording, at_s: number): Picture | null {
  const { film } = recording;
  if (!film) return null;
  const { width_px, height_px } = shownSize(film);
  const filters = new Filters();
  const pictures: Picture[] = [];
  const keep = (shown: Frame) => {
    pictures.push({ data: Buffer.from(shown.toBuffer()), width_px, height_px });
  };
  pictureAt(recording, at_s, (frame) => {
    frame.pts = 0n;
    filters.take(
      frame,
      'picture',
      () => ({
        source: 'buffer',
        sourceOptions:
          `video_size=${frame.width}x${frame.height}:pix_fmt=${String(frame.format)}:time_base=1/25:pixel_aspect=1/1` +
          `:colorspace=${String(frame.colorSpace)}:range=${String(frame.colorRange)}`,
        sink: 'buffersink',
        chain: [...uprightFilters(film).filters, `scale=${width_px}:${height_px}`, 'format=rgb24'],
      }),
      keep,
    );
    filters.end(keep);
    return true;
  });
  return pictures[0] ?? null;
}

/** Below this spread of brightness (0 to 127) a picture is a fade, a slate or darkness. */
const TELLING = 16;

/**
 * Writes the poster of a film: the first of a few pictures that shows something, at its full size, and a
 * small one for cards.
 * @returns null where none could be decoded
 */
export async function writePoster(
  recording: OpenRecording,
  duration_s: number,
  paths: { poster: string; thumbnail: string },
  thumbnail_px: number,
): Promise<{
  width_px: number;
  height_px: number;
  thumbnail: { width_px: number; height_px: number };
} | null> {
  let best: { picture: Picture; spread: number } | null = null;
  for (const part of [0.1, 0.3, 0.5, 0]) {
    const picture = readPicture(recording, duration_s * part);
    if (!picture) continue;
    const { channels } = await raw(picture).greyscale().stats();
    const spread = channels[0]?.stdev ?? 0;
    if (!best || spread > best.spread) best = { picture, spread };
    if (spread >= TELLING) break;
  }
  if (!best) return null;
  const { picture } = best;
  await raw(picture).jpeg({ quality: 88 }).toFile(paths.poster);
  const { width, height } = await raw(picture)
    .resize({ width: thumbnail_px, height: thumbnail_px, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toFile(paths.thumbnail);
  const { width_px, height_px } = picture;
  return { width_px, height_px, thumbnail: { width_px: width, height_px: height } };
}

function raw({ data, width_px, height_px }: Picture) {
  return sharp(data, { raw: { width: width_px, height: height_px, channels: 3 }, limitInputPixels: false });
}
