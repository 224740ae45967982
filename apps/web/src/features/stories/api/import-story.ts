import type { BodyOf } from '@armarium/contract/operation';
import type { ImportedStory } from '@armarium/contract/stories';
import { importStory } from '@armarium/contract/story-calls';
import { call } from '../../../lib/api-client.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { putInSeries } from './stories.ts';

/** A IIIF manifest, as it stands in a file. */
export type Manifest = BodyOf<typeof importStory>;

/** A story that was imported. */
export interface Imported {
  readonly story: ImportedStory;
  /** Why it could not be put into the series. */
  readonly notInSeries: unknown;
}

/**
 * Makes a story of a manifest.
 * @param seriesUuid of the series at whose end it is put
 * @throws ApiProblem 413, and 422 `invalid` with what is wrong with the file
 */
export async function importManifest(body: Manifest, seriesUuid: string | undefined): Promise<Imported> {
  try {
    const story = await call(importStory, { body });
    return { story, notInSeries: await putInSeries(seriesUuid, story.uuid) };
  } finally {
    // Without an answer the story may exist all the same. The outcome is shown before the lists are read again.
    void recordsChanged();
  }
}
