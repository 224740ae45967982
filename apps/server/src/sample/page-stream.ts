import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';

/** Opens a drawn page as a stream with the properties of an upload. */
export function openAsStream(file: string): Readable {
  return createReadStream(file);
}
