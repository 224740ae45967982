import type { Storage } from '../../../storage/storage.ts';

/** A file as it is kept. */
export interface KeptFile {
  readonly storage: Storage;
  readonly key: string;
  readonly format: 'csv' | 'xlsx';
}
