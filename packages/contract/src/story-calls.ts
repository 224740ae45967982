import * as Type from '@sinclair/typebox/type';
import { ConfirmedImages } from './confirmed-images.ts';
import { pageQuery, readOnly, sortable } from './hal.ts';
import { MetadataList } from './metadata.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';
import { ImportedStory, Series, SERIES_MAX_STORIES, SeriesPage, StoriesPage, Story } from './stories.ts';
import { StepsGiven } from './story-steps.ts';
import { StoryUse } from './story-use.ts';
import { Visibility } from './visibility.ts';

const stories = { tag: 'Stories', access: 'browse' } as const;
const series = { tag: 'Series', access: 'browse' } as const;

const storyFields = {
  /** Replaces the whole list; only changed values are checked. */
  customMetadataList: Type.Optional(MetadataList),
  sgtt: Type.Optional(Type.String()),
  /** Replaces all steps, in their order. */
  annotations: Type.Optional(StepsGiven),
  visibility: Type.Optional(Visibility),
  confirmedImages: ConfirmedImages,
};
const seriesFields = {
  customMetadataList: Type.Optional(MetadataList),
  sgtt: Type.Optional(Type.String()),
  visibility: Type.Optional(Visibility),
};

export const listStories = defineOperation({
  ...stories,
  id: 'listStories',
  method: 'GET',
  path: '/meta/storyboards',
  summary: 'All stories, those in series too, the newest first (default size 20)',
  query: pageQuery({
    ...sortable,
    /** Words that stand in title, author, description or the titles of steps. */
    text: Type.Optional(Type.String({ maxLength: 1_000 })),
    state: Type.Optional(Type.String()),
  }),
  responses: { 200: StoriesPage },
});

export const getStoryUseOfImage = defineOperation({
  ...stories,
  id: 'getStoryUseOfImage',
  method: 'GET',
  path: '/meta/images/:uuid/storyUse',
  summary: 'The stories of which a step shows an image',
  params: byUuid,
  responses: { 200: StoryUse },
});

export const findStoryByUuid = defineOperation({
  ...stories,
  id: 'findStoryByUuid',
  method: 'GET',
  path: '/meta/storyboards/search/findByUuid',
  summary: 'One story with its steps, by its uuid',
  query: byUuid,
  responses: { 200: Story },
});

export const getStory = defineOperation({
  ...stories,
  id: 'getStory',
  method: 'GET',
  path: '/meta/storyboards/:uuid',
  summary: 'One story with its steps',
  params: byUuid,
  responses: { 200: Story },
});

export const createStory = defineOperation({
  tag: 'Stories',
  access: 'editStories',
  id: 'createStory',
  method: 'POST',
  path: '/meta/storyboards',
  summary: 'Make a story, or duplicate one that was read: its uuid and its steps are new',
  body: Type.Object(
    {
      ...readOnly(Story, Object.keys(storyFields)),
      ...storyFields,
      /** Of the story that is duplicated: values that are the same there are not checked again. */
      uuid: Type.Optional(Uuid),
    },
    closed,
  ),
  responses: { 201: Story },
});

export const importStory = defineOperation({
  tag: 'Stories',
  access: 'editStories',
  id: 'importStory',
  method: 'POST',
  path: '/meta/storyboards/import',
  summary:
    'Make a story of a IIIF manifest (Presentation API 3.0): its annotations are the steps. At most 8 MiB',
  /** The manifest. */
  body: Type.Record(Type.String(), Type.Unknown()),
  responses: { 201: ImportedStory },
});

export const updateStory = defineOperation({
  tag: 'Stories',
  access: 'browse',
  id: 'updateStory',
  method: 'PATCH',
  path: '/meta/storyboards/:uuid',
  summary: 'Change the metadata, the steps or the visibility of a story; honours If-Match',
  params: byUuid,
  body: Type.Object({ ...readOnly(Story, Object.keys(storyFields)), ...storyFields }, closed),
  responses: { 200: Story },
});

export const deleteStory = defineOperation({
  tag: 'Stories',
  access: 'arrangeStories',
  id: 'deleteStory',
  method: 'DELETE',
  path: '/meta/storyboards/:uuid',
  summary: 'Move a story to the trash; it keeps its places in series',
  params: byUuid,
  query: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 1_000 })) }),
  responses: { 204: null },
});

export const listSeries = defineOperation({
  ...series,
  id: 'listSeries',
  method: 'GET',
  path: '/meta/storyboardCollections',
  summary: 'All series, the newest first (default size 20)',
  query: pageQuery(sortable),
  responses: { 200: SeriesPage },
});

export const findSeriesByUuid = defineOperation({
  ...series,
  id: 'findSeriesByUuid',
  method: 'GET',
  path: '/meta/storyboardCollections/search/findByUuid',
  summary: 'One series by its uuid',
  query: byUuid,
  responses: { 200: Series },
});

export const findSeriesByCustomMetadata = defineOperation({
  ...series,
  id: 'findSeriesByCustomMetadata',
  method: 'GET',
  path: '/meta/storyboardCollections/search/findByCustomMetadata',
  summary: 'The series of which a field contains a text, without case and accents',
  query: pageQuery({
    name: Type.String({ minLength: 1, maxLength: 200 }),
    value: Type.String({ maxLength: 1_000 }),
    ...sortable,
  }),
  responses: { 200: SeriesPage },
});

export const getSeries = defineOperation({
  ...series,
  id: 'getSeries',
  method: 'GET',
  path: '/meta/storyboardCollections/:uuid',
  summary: 'One series',
  params: byUuid,
  responses: { 200: Series },
});

export const createSeries = defineOperation({
  tag: 'Series',
  access: 'editStories',
  id: 'createSeries',
  method: 'POST',
  path: '/meta/storyboardCollections',
  summary: 'Make a series of stories, which are named by their self links in its order',
  body: Type.Object(
    {
      ...readOnly(Series, Object.keys(seriesFields)),
      ...seriesFields,
      storyboards: Type.Optional(Type.Array(Type.String(), { maxItems: SERIES_MAX_STORIES })),
    },
    closed,
  ),
  responses: { 201: Series },
});

export const updateSeries = defineOperation({
  tag: 'Series',
  access: 'browse',
  id: 'updateSeries',
  method: 'PATCH',
  path: '/meta/storyboardCollections/:uuid',
  summary: 'Change the metadata or the visibility of a series; honours If-Match',
  params: byUuid,
  body: Type.Object({ ...readOnly(Series, Object.keys(seriesFields)), ...seriesFields }, closed),
  responses: { 200: Series },
});

export const deleteSeries = defineOperation({
  tag: 'Series',
  access: 'arrangeStories',
  id: 'deleteSeries',
  method: 'DELETE',
  path: '/meta/storyboardCollections/:uuid',
  summary: 'Move a series to the trash; its stories stay',
  params: byUuid,
  query: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 1_000 })) }),
  responses: { 204: null },
});

export const listStoriesOfSeries = defineOperation({
  ...series,
  id: 'listStoriesOfSeries',
  method: 'GET',
  path: '/meta/storyboardCollections/:uuid/storyboards',
  summary: 'The stories of a series in its order (default size 20, at most 10,000)',
  params: byUuid,
  query: pageQuery({}),
  responses: { 200: StoriesPage },
});

const membership = { tag: 'Series', access: 'editStories', method: 'PATCH', params: byUuid } as const;

export const addStoryToSeries = defineOperation({
  ...membership,
  id: 'addStoryToSeries',
  path: '/meta/storyboardCollections/:uuid/addStoryboard',
  summary: 'Put a story at the end of a series; one that is in it stays where it is',
  query: Type.Object({ storyboardUuid: Uuid }),
  responses: { 200: Series },
});

export const removeStoryFromSeries = defineOperation({
  ...membership,
  id: 'removeStoryFromSeries',
  path: '/meta/storyboardCollections/:uuid/removeStoryboard',
  summary: 'Take a story out of a series; the story stays',
  query: Type.Object({ storyboardUuid: Uuid }),
  responses: { 200: Series },
});

export const arrangeSeries = defineOperation({
  tag: 'Series',
  access: 'arrangeStories',
  id: 'arrangeSeries',
  method: 'PUT',
  path: '/meta/storyboardCollections/:uuid/storyboards',
  summary: 'Set the order of a series: exactly its stories (else 409), by their self links; honours If-Match',
  params: byUuid,
  /** One link per line; as JSON a list of them. */
  body: Type.Array(Type.String(), {
    maxItems: SERIES_MAX_STORIES,
    contentMediaType: 'text/uri-list',
    default: [],
  }),
  responses: { 204: null },
});
