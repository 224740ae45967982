import type { MetadataEntry } from '@armarium/contract/metadata';
import { type Caller, viewerOf } from '../../../admission/public.ts';
import { scaledRegion } from '../../../story/public.ts';
import { sizeForReader } from '../../story/story-for-reader.ts';
import type { FramedPage } from '../viewer.ts';
import { seriesPageParts, type StoryCard } from './series-page.ts';
import { seriesRecord, type ListedStory } from './shown-series.queries.ts';

/** A series: its page is written whole by the server. */
export const findSeries: FramedPage['find'] = async (
  data,
  { named: { uuid } },
  { caller, suffix, origin, language, organisation, parameter },
) => {
  const record = await data.read((db) =>
    seriesRecord(db, { uuid, viewer: viewerOf(caller), page: parameter('page') }),
  );
  if (!record) return undefined;
  const { stories, publicMax_px, metadata, visibility, ...series } = record;
  return {
    record,
    isPersonal: caller.actor !== undefined,
    shown: {},
    parts: seriesPageParts({
      ...series,
      author: firstOf(metadata, 'autn'),
      description: firstOf(metadata, 'sgti'),
      stories: stories.map((story) => cardOf(story, caller, publicMax_px)),
      publisher: organisation,
      isPublic: visibility === 'public',
      origin,
      suffix,
      language,
    }),
  };
};

/** The first value of a standard field: series have no column for it. */
const firstOf = (metadata: readonly MetadataEntry[], field: 'autn' | 'sgti'): string =>
  String(metadata.find(({ name }) => name === field)?.value ?? '');

/** The picture has the region in pixels of the image as the reader gets it. */
function cardOf(
  { picture, ...story }: ListedStory,
  { actor }: Caller,
  publicMax_px: number | null,
): StoryCard {
  if (!picture) return { ...story, picture: undefined };
  const { uuid, region, drawnOn, size } = picture;
  return {
    ...story,
    picture: { uuid, region: scaledRegion(region, drawnOn, sizeForReader(size, actor, publicMax_px)) },
  };
}
