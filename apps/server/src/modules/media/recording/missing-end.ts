import type { FileHandle } from 'node:fs/promises';
import type { Container } from './recording-signature.ts';

/**
 * Whether a file ends before its own structure does. It doesn't read the whole file. A format whose structure
 * does not show the end (MP3, AAC) is judged after decoding.
 */
export async function endIsMissing(
  file: FileHandle,
  container: Container,
  size_bytes: number,
): Promise<boolean> {
  switch (container) {
    case 'mp4':
    case 'quicktime':
    case '3gp':
      return boxesAreCut(file, size_bytes);
    case 'wav':
      return chunksAreCut(file, size_bytes);
    case 'ogg':
      return lastPageIsCut(file, size_bytes);
    default:
      return false;
  }
}

/** ISO 14496-12 §4.2: a box that reaches beyond the end, or no `moov` at all. */
async function boxesAreCut(file: FileHandle, size_bytes: number): Promise<boolean> {
  const header = Buffer.alloc(16);
  let at = 0;
  let hasIndex = false;
  for (let boxes = 0; at + 8 <= size_bytes && boxes < 100_000; boxes += 1) {
    await file.read(header, 0, 16, at);
    const type = header.toString('latin1', 4, 8);
    // Trailing bytes that are no box are padding.
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) break;
    if (type === 'moov') hasIndex = true;
    const short = header.readUInt32BE(0);
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? size_bytes - at : short;
    if (length < 8) break;
    at += length;
  }
  return at > size_bytes || !hasIndex;
}

/**
 * The chunk `data` of a RIFF file: a size of 0 or of all bits set comes from a program that could not seek
 * back.
 */
async function chunksAreCut(file: FileHandle, size_bytes: number): Promise<boolean> {
  const header = Buffer.alloc(8);
  let at = 12;
  for (let chunks = 0; at + 8 <= size_bytes && chunks < 10_000; chunks += 1) {
    await file.read(header, 0, 8, at);
    const length = header.readUInt32LE(4);
    if (header.toString('latin1', 0, 4) === 'data')
      return length !== 0 && length !== 0xffff_ffff && at + 8 + length > size_bytes;
    at += 8 + length + (length % 2);
  }
  return true;
}

/** The largest page (RFC 3533 §6). */
const page_bytes = 65_307;

/** RFC 3533 §6: the last page that begins must also end. */
async function lastPageIsCut(file: FileHandle, size_bytes: number): Promise<boolean> {
  const start = Math.max(0, size_bytes - 2 * page_bytes);
  const tail = Buffer.alloc(size_bytes - start);
  await file.read(tail, 0, tail.length, start);
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)) {
    // The four letters may be in the data of a page. Then no version 0 and no small flags follow.
    if (tail[at + 4] !== undefined && (tail[at + 4] !== 0 || (tail[at + 5] ?? 0) > 7)) continue;
    const segments = tail[at + 26];
    if (segments === undefined) return true;
    const table = tail.subarray(at + 27, at + 27 + segments);
    if (table.length < segments) return true;
    const length = table.reduce((sum, lacing) => sum + lacing, 27 + segments);
    return at + length > tail.length;
  }
  return true;
}
