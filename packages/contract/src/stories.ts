import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { allowed, AvailableTransition, seriesActions, storyActions } from './allowed-actions.ts';
import { links, pageOf } from './hal.ts';
import { MetadataEntry } from './metadata.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';
import { Step } from './story-steps.ts';
import { Visibility } from './visibility.ts';

/** The most stories of a series, which one page may hold. */
export const SERIES_MAX_STORIES = 10_000;

/** What a story has in lists, where its steps are left out. */
const story = {
  uuid: Uuid,
  resourceType: Type.Literal('STORY'),
  sgtt: Type.String(),
  label: Type.String(),
  /** The first value of `autn`. */
  author: Type.String(),
  /** The first value of `sgti`. */
  description: Type.String(),
  customMetadataList: Type.Array(MetadataEntry),
  state: Type.String(),
  visibility: Visibility,
  /** The number of its steps. */
  imagesCount: Count,
  /** The image of its first step, null where that is not there. */
  thumbnail: Type.Union([Type.String(), Type.Null()]),
  seriesUuids: Type.Array(Uuid),
  createdDate: Timestamp,
  lastModifiedDate: Timestamp,
  allowedActions: allowed(storyActions),
  availableTransitions: Type.Array(AvailableTransition),
  _links: links(['self', 'storyboards', 'viewer', 'manifest'], ['history']),
};

/** A story in lists (back office §3, wire.md). */
export const StoryInList = Type.Object(story);
export type StoryInList = Static<typeof StoryInList>;

/** A story with its steps (back office §3, wire.md). */
export const Story = Type.Object({ ...story, annotations: Type.Array(Step) });
export type Story = Static<typeof Story>;

/** A story that was made of a manifest, with what could not be taken over. */
export const ImportedStory = Type.Object({
  ...Story.properties,
  /** The numbers of the steps, from 1, whose region could not be read: they show the whole image. */
  stepsWithoutRegion: Type.Array(Type.Integer({ minimum: 1 })),
  /** How many annotations have no text that could be read, or are about something that is no canvas of the file. */
  annotationsLeftOut: Count,
  /** How many pages of annotations the file has no content of, but an address. */
  linkedPages: Count,
});
export type ImportedStory = Static<typeof ImportedStory>;

export const StoriesPage = pageOf('storyboards', StoryInList);

/** A series: stories in an order of its own (back office §3, wire.md). */
export const Series = Type.Object({
  uuid: Uuid,
  resourceType: Type.Literal('SERIES'),
  sgtt: Type.String(),
  label: Type.String(),
  customMetadataList: Type.Array(MetadataEntry),
  state: Type.String(),
  visibility: Visibility,
  storyboardsCount: Count,
  /** That of its first story. */
  thumbnail: Type.Union([Type.String(), Type.Null()]),
  createdDate: Timestamp,
  lastModifiedDate: Timestamp,
  allowedActions: allowed(seriesActions),
  availableTransitions: Type.Array(AvailableTransition),
  _links: links(['self', 'storyboards', 'viewer'], ['history']),
});
export type Series = Static<typeof Series>;

export const SeriesPage = pageOf('storyboardCollections', Series);
