import type { Story } from '@armarium/contract/stories';
import { getStory } from '@armarium/contract/story-calls';
import { call, readDocument } from '../../../lib/api-client.ts';

/** The manifest of a story as a text, as a member sees it. */
export async function storyFile({ uuid, _links }: Pick<Story, 'uuid' | '_links'>): Promise<string> {
  // Where the session has ended, the manifest would be that of a visitor, who sees less.
  await call(getStory, { params: { uuid } });
  return readDocument(_links.manifest.href);
}
