import { JSON_BODY_MAX_BYTES } from '@armarium/contract/json-body';
import type { Manifest } from './api/import-story.ts';

/** Why a file is not even sent. */
export type Unfit = 'several' | 'too-large' | 'unreadable' | 'no-json' | 'no-manifest';

/** Reads a chosen file as far as can be told without the server. */
export async function readStoryFile(
  file: File,
  ...others: readonly File[]
): Promise<{ manifest: Manifest } | { why: Unfit }> {
  if (others.length > 0) return { why: 'several' };
  if (file.size > JSON_BODY_MAX_BYTES) return { why: 'too-large' };
  let text: string;
  try {
    text = await file.text();
  } catch {
    // It was moved or changed since it was chosen, or it is a folder.
    return { why: 'unreadable' };
  }
  try {
    const content: unknown = JSON.parse(text);
    return isObject(content) ? { manifest: content } : { why: 'no-manifest' };
  } catch {
    return { why: 'no-json' };
  }
}

const isObject = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
