import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface SampleRecord<Field extends string> {
  /** Names the record within the catalogue. */
  readonly key: string;
  /** Keys of collections; `root` is the tenant's root collection. */
  readonly parents: readonly string[];
  readonly metadata: Readonly<Record<Field, string>>;
}

export interface SampleItem extends SampleRecord<'sgtt' | 'autn' | 'pressmark' | 'sgti'> {
  /** The names of JPEG files in the folder `pages`, in their order. */
  readonly pages: readonly string[];
}

export interface SampleCatalogue {
  /** A collection comes after its parents. */
  readonly collections: readonly SampleRecord<'sgtt' | 'sgti'>[];
  readonly items: readonly SampleItem[];
}

/**
 * Reads `catalogue.json`: the catalogue of a first start, with invented objects that this project has drawn.
 * @param folder the folder `apps/server/sample`
 */
export async function readSampleCatalogue(folder: string): Promise<SampleCatalogue> {
  return JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8')) as SampleCatalogue;
}

/** The metadata of a sample record, as records are created with it. */
export const metadataOf = ({ metadata }: SampleRecord<string>): { name: string; value: string }[] =>
  Object.entries(metadata).map(([name, value]) => ({ name, value }));
