import type { NamedFile } from '../db/stored-files.ts';

/** Describes a file of the storage for a librarian, with its key for the administrator. */
export function fileInWords(
  file: Pick<NamedFile, 'key' | 'kind' | 'tenant' | 'pressmark' | 'filename'>,
): string {
  const { key, kind, tenant, pressmark, filename } = file;
  if (kind === 'watermark') return `the watermark, ${tenant} (${key})`;
  if (kind === 'logo') return `the logo, ${tenant} (${key})`;
  const of = kind === 'derivative' ? 'made of ' : '';
  return `${of}"${filename}", ${pressmark === undefined ? 'in no item yet' : pressmark}, ${tenant} (${key})`;
}
