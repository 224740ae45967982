import { isUtf8 } from 'node:buffer';
import { RefusedRow } from './refused-row.ts';

/** The position, from 1, of the first byte that is not UTF-8. */
function firstBadByte(bytes: Buffer): number {
  // Invalid bytes are decoded to another character, so the two differ there.
  const again = Buffer.from(bytes.toString('utf8'));
  const length = Math.min(again.length, bytes.length);
  for (let index = 0; index < length; index += 1) if (again[index] !== bytes[index]) return index + 1;
  return length;
}

/**
 * Decodes bytes that must be UTF-8.
 * @param where the origin of the bytes, such as `the row`
 * @throws RefusedRow naming the byte
 */
export function textOf(bytes: Buffer, where: string): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const place = firstBadByte(bytes);
  const bad = (bytes[place - 1] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  throw new RefusedRow(
    `Byte ${place} of ${where} (${bad}) is not UTF-8.`,
    'Save the file as UTF-8 (in a spreadsheet: "CSV UTF-8") and import it again.',
  );
}
