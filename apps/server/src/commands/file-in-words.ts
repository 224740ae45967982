import type { NamedFile } from '../db/stored-files.ts';

/** A file of the storage as a librarian knows it, and its key for the administrator. */
export function fileInWords(
  file: Pick<NamedFile, 'key' | 'kind' | 'tenant' | 'pressmark' | 'filename'>,
): string {
  const { key, kind, tenant, pressmark, filename } = file;
  if (kind === 'watermark') return `the watermark, ${tenant} (${key})`;
  if (kind === 'logo') return `the logo, ${tenant} (${key})`;
  const of = kind === 'derivative' ? 'made of ' : '';
  return `${of}"${filename}", ${pressmark === undefined ? 'in no item yet' : pressmark}, ${tenant} (${key})`;
}
