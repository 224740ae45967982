import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The pages below `viewers/` of the built client, each an entry of its own. */
export type ViewerPage =
  'dzi' | 'iiif' | '3d' | 'audio' | 'video' | 'story' | 'story-page' | 'series' | 'refused';

/**
 * Reads a page as it was built, anew each time, so that a new build is served by a process that runs already.
 * @param folder the built client
 */
export function viewerPages(folder: string) {
  return (page: ViewerPage): Promise<string> => readFile(join(folder, 'viewers', `${page}.html`), 'utf8');
}
