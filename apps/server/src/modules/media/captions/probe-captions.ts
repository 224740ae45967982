import { readFile, stat } from 'node:fs/promises';
import type { Probe } from '../derivation.ts';
import { captionsRefused } from './captions-refused.ts';
import { readWebVtt } from './webvtt.rules.ts';

/** More than ten times the text that people speak in 24 hours. */
export const CAPTIONS_MAX_BYTES = 2 * 1024 * 1024;

/** Checks a caption file: WebVTT in UTF-8. @throws MediaRefused with the number of the faulty line */
export async function probeCaptions(path: string): Promise<Probe> {
  if ((await stat(path)).size > CAPTIONS_MAX_BYTES) throw captionsRefused('captions-too-large');
  const bytes = await readFile(path);
  const read = readWebVtt(textOf(bytes));
  if ('code' in read) throw captionsRefused(read.code, read.line);
  return { mediaType: 'text/vtt', pages: [], facts: { ...read } };
}

function textOf(bytes: Buffer): string {
  // The standard allows only UTF-8, without NUL.
  if (bytes.includes(0)) throw captionsRefused('captions-coding');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw captionsRefused('captions-coding', undefined, String(error));
  }
}
