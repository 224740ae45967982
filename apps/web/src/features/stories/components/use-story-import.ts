import { useState } from 'react';
import { importManifest, type Imported } from '../api/import-story.ts';
import { readStoryFile, type Unfit } from '../story-file.ts';

/** A file that was chosen, and what came of it. */
export type ChosenStoryFile = {
  readonly name: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
} & (
  | { readonly is: 'under-way' }
  | { readonly is: 'unfit'; readonly why: Unfit }
  | { readonly is: 'failed'; readonly failure: unknown }
  | ({ readonly is: 'done' } & Imported)
);

/** A story on its way from a file into the lab. @param seriesUuid of the series at whose end it is put */
export function useStoryImport(seriesUuid: string | undefined) {
  const [chosen, setChosen] = useState<ChosenStoryFile>();
  const take = async (files: readonly File[]): Promise<void> => {
    const [file, ...others] = files;
    if (!file || chosen?.is === 'under-way') return;
    const one = { name: file.name, attempt: (chosen?.attempt ?? 0) + 1 };
    setChosen({ ...one, is: 'under-way' });
    const read = await readStoryFile(file, ...others);
    if ('why' in read) {
      setChosen({ ...one, is: 'unfit', why: read.why });
      return;
    }
    try {
      setChosen({ ...one, is: 'done', ...(await importManifest(read.manifest, seriesUuid)) });
    } catch (failure) {
      setChosen({ ...one, is: 'failed', failure });
    }
  };
  return { chosen, take };
}
