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

/** A step of a story of the sample. */
export interface SampleStep {
  /** One of the pages of the items. */
  readonly page: string;
  /** The region in pixels of the page: left, top, width, height. */
  readonly xywh: readonly [number, number, number, number];
  readonly title: string;
  /** HTML (wire.md). */
  readonly commentary: string;
  readonly alt: string;
}

export interface SampleStory {
  readonly metadata: Readonly<Record<'sgtt' | 'autn' | 'sgti', string>>;
  readonly steps: readonly SampleStep[];
}

export interface SampleStories {
  readonly series: Pick<SampleRecord<'sgtt' | 'sgti'>, 'metadata'>;
  /** In their order in the series. */
  readonly stories: readonly SampleStory[];
}

/**
 * Reads `catalogue.json`: the catalogue of a first start, with invented objects that this project has drawn.
 * @param folder the folder `apps/server/sample`
 */
export async function readSampleCatalogue(folder: string): Promise<SampleCatalogue> {
  return JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8')) as SampleCatalogue;
}

/** Reads `stories.json`: a series, and its stories over pages of the catalogue. @param folder the folder `apps/server/sample` */
export async function readSampleStories(folder: string): Promise<SampleStories> {
  return JSON.parse(await readFile(join(folder, 'stories.json'), 'utf8')) as SampleStories;
}

/** The metadata of a sample record, as records are created with it. */
export const metadataOf = ({
  metadata,
}: Pick<SampleRecord<string>, 'metadata'>): { name: string; value: string }[] =>
  Object.entries(metadata).map(([name, value]) => ({ name, value }));

/** The name under which a page of an item is uploaded. @param index from 0 */
export const fileNameOf = ({ metadata }: SampleItem, index: number): string =>
  `${metadata.pressmark.replace(/[^\p{L}\p{N}]+/gu, '-')}_${String(index + 1).padStart(3, '0')}.jpg`;
