import type { Readable } from 'node:stream';
import type { SpreadsheetReading } from '@armarium/contract/spreadsheets';

export type Encoding = NonNullable<SpreadsheetReading['encoding']>;

/** Detects UTF-16 by its byte order mark, or by the zeros between the letters of the first words. */
function utf16Of(beginning: Buffer): Encoding | undefined {
  const mark = beginning.length < 2 ? 0 : beginning.readUInt16BE(0);
  if (mark === 0xfffe) return 'utf-16le';
  if (mark === 0xfeff) return 'utf-16be';
  const words = beginning.subarray(0, 256);
  const zeros = [0, 1].map((parity) => words.filter((byte, at) => at % 2 === parity && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.min(even, odd) > 0 || Math.max(even, odd) <= 0.4 * (words.length / 2)) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

const isControl = (byte: number) =>
  byte < 0x09 || (byte > 0x0d && byte < 0x1a) || (byte > 0x1b && byte < 0x20);

/** The encoding of a text, and whether all of it is UTF-8. */
export interface TextNature {
  readonly encoding: Encoding;
  readonly isUtf8: boolean;
}

/**
 * Detects the encoding. It reads a file to its end, since a single letter near the end may show that it is
 * not UTF-8. @returns undefined where it is no text
 */
export async function natureOf(bytes: Readable): Promise<TextNature | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  let isUtf8 = true;
  let hasControl = false;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (isFirst) {
      isFirst = false;
      const encoding = utf16Of(chunk);
      if (encoding) return { encoding, isUtf8: false };
    }
    hasControl ||= chunk.some(isControl);
    if (hasControl) return undefined;
    if (!isUtf8) continue;
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  if (isUtf8) {
    try {
      decoder.decode();
    } catch {
      isUtf8 = false;
    }
  }
  return { encoding: isUtf8 ? 'utf-8' : 'windows-1252', isUtf8 };
}

/** The text of a file as a stream; undecodable bytes become U+FFFD. The byte order mark is left out. */
export async function* decoded(bytes: Readable, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
