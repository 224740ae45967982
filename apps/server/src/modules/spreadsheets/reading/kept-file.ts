import type { Storage } from '../../../storage/storage.ts';

/** A stored file. */
export interface KeptFile {
  readonly storage: Storage;
  readonly key: string;
  readonly format: 'csv' | 'xlsx';
}
