import type { SentFile } from './stored-file-answer.ts';

/** A file of an asset that the caller may have. */
export interface FoundFile extends SentFile {
  /** Of an original what the log of downloads tells of it. */
  readonly original?: { readonly itemUuid: string; readonly title: string; readonly pressmark: string };
}

/** The picture of a sound, which is drawn for each answer: quicker than a file of its own would be kept. */
export interface DrawnFile extends Pick<SentFile, 'mediaType' | 'entityTag' | 'caching'> {
  draw(): Promise<Buffer>;
}

/** What HEAD tells of a file that GET would make first. */
export type UnmadeFile = Pick<FoundFile, 'mediaType' | 'disposition' | 'caching' | 'vary'>;
