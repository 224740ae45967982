import { listStories, listStoriesOfSeries, getSeries, getStory } from '@armarium/contract/story-calls';
import { getSeriesHistory, getStoryHistory } from '@armarium/contract/history';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { SeriesAction, StoryAction } from '@armarium/contract/allowed-actions';
import type { Series, Story, StoryInList } from '@armarium/contract/stories';
import { newStepTransition, type Step } from '@armarium/contract/story-steps';
import type { Visibility } from '@armarium/contract/visibility';
import { reach, reaches, type Actor } from '../../db/database.ts';
import { thumbnailAddress } from '../catalogue/public.ts';
import { availableTransitions, historyLink, hrefOf } from '../records/public.ts';
import type { SeriesRow, StepRow, StoryRow } from './story.queries.ts';
import { fragmentOf, svgOf } from './regions.ts';
import { checkOf, shownRegion } from './steps.rules.ts';

function actionsOnStory(actor: Actor, { created_by }: StoryRow): StoryAction[] {
  return [
    ...(reaches(actor, 'editStories', created_by) ? (['edit'] as const) : []),
    ...(reach(actor, 'editStories') === undefined ? [] : (['duplicate'] as const)),
    ...(reaches(actor, 'arrangeStories', created_by) ? (['delete'] as const) : []),
    ...(reaches(actor, 'publish', created_by) ? (['publish'] as const) : []),
  ];
}

function actionsOnSeries(actor: Actor, { created_by }: SeriesRow): SeriesAction[] {
  return [
    ...(reaches(actor, 'editStories', created_by) ? (['edit'] as const) : []),
    ...(reaches(actor, 'arrangeStories', created_by) ? (['delete', 'arrange'] as const) : []),
    ...(reaches(actor, 'publish', created_by) ? (['publish'] as const) : []),
  ];
}

/** The address of the page of a story, as it is passed on (back office §7). */
export const storyAddress = (origin: string, uuid: string) =>
  `${origin}/images/viewers/story/?storyID=${uuid}`;

/** The address of the page of a series, as it is passed on. */
export const seriesAddress = (origin: string, uuid: string) =>
  `${origin}/images/viewers/series/?seriesID=${uuid}`;

/** What stories and series have in common (wire.md). */
const shared = (row: StoryRow | SeriesRow, actor: Actor, origin: string) => ({
  uuid: row.uuid,
  sgtt: row.sgtt,
  label: row.sgtt,
  customMetadataList: row.metadata as unknown as MetadataEntry[],
  state: row.state,
  visibility: row.visibility as Visibility,
  thumbnail: row.thumbnail && thumbnailAddress(row.thumbnail, origin),
  createdDate: row.created_at.toISOString(),
  lastModifiedDate: row.modified_at.toISOString(),
  availableTransitions: availableTransitions(row, actor),
});

/** The representation of a story in lists (wire.md). */
export function storyInListView(row: StoryRow, actor: Actor, origin: string): StoryInList {
  return {
    ...shared(row, actor, origin),
    resourceType: 'STORY',
    author: row.autn,
    description: row.sgti,
    imagesCount: row.steps_count,
    seriesUuids: row.series,
    allowedActions: actionsOnStory(actor, row),
    _links: {
      self: hrefOf(origin, getStory, row.uuid),
      storyboards: { href: `${origin}${listStories.path}` },
      viewer: { href: storyAddress(origin, row.uuid) },
      manifest: { href: `${origin}/iiif/presentation/3/story/${row.uuid}/manifest` },
      ...historyLink(actor, row.created_by, origin, getStoryHistory, row.uuid),
    },
  };
}

/** The representation of a story with its steps (wire.md). */
export function storyView(row: StoryRow, steps: readonly StepRow[], actor: Actor, origin: string): Story {
  const isPublic = row.visibility === 'public';
  return {
    ...storyInListView(row, actor, origin),
    annotations: steps.map((step) => stepView(step, isPublic, origin)),
  };
}

/** A step in the form of IIIF Presentation API 2 (back office §3): without `full` and `within` where its image is gone. */
function stepView(step: StepRow, isPublic: boolean, origin: string): Step {
  const { region, size } = shownRegion(step);
  const item = step.image && `${origin}/iiif/presentation/2/${step.image.itemUuid}`;
  return {
    '@id': `urn:uuid:${step.uuid}`,
    '@type': 'oa:Annotation',
    label: step.title,
    canvasUuid: step.asset,
    motivation: ['oa:tagging', 'oa:commenting'],
    alt: step.alt,
    check: checkOf(step, isPublic),
    // In one order, whatever order the database gave it.
    transition: { ...newStepTransition, ...step.transition },
    resource: [{ '@type': 'dctypes:Text', format: 'text/html', chars: step.commentary }],
    on: [
      {
        '@type': 'oa:SpecificResource',
        ...(item && { full: `${item}/canvas/${step.asset}` }),
        selector: {
          '@type': 'oa:Choice',
          default: { '@type': 'oa:FragmentSelector', value: fragmentOf(region) },
          item: { '@type': 'oa:SvgSelector', value: svgOf(region, size) },
        },
        ...(item && { within: { '@id': `${item}/manifest`, '@type': 'sc:Manifest' } }),
      },
    ],
  };
}

/** The representation of a series (wire.md). */
export function seriesView(row: SeriesRow, actor: Actor, origin: string): Series {
  return {
    ...shared(row, actor, origin),
    resourceType: 'SERIES',
    storyboardsCount: row.stories_count,
    allowedActions: actionsOnSeries(actor, row),
    _links: {
      self: hrefOf(origin, getSeries, row.uuid),
      storyboards: hrefOf(origin, listStoriesOfSeries, row.uuid),
      viewer: { href: seriesAddress(origin, row.uuid) },
      ...historyLink(actor, row.created_by, origin, getSeriesHistory, row.uuid),
    },
  };
}
