import type { SentFile } from './stored-file-answer.ts';

/** A file of an asset that the caller may have. */
export interface FoundFile extends SentFile {
  /** Of an original what the log of downloads tells of it. */
  readonly original?: { readonly itemUuid: string; readonly title: string; readonly pressmark: string };
}

/** What HEAD tells of a file that GET would make first. */
export type UnmadeFile = Pick<FoundFile, 'mediaType' | 'disposition' | 'caching' | 'vary'>;
