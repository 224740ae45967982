import { seriesActions, storyActions } from '@armarium/contract/allowed-actions';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { getStoryPublicView, type StoryPublicView } from '@armarium/contract/sharing';
import { newStepTransition, type Step, type StepGiven } from '@armarium/contract/story-steps';
import type { ImportedStory, Series, Story, StoryInList } from '@armarium/contract/stories';
import * as calls from '@armarium/contract/story-calls';
import { listTrash, restoreTrashEntry } from '@armarium/contract/trash';
import { Refused, type Answers, type Asked } from './answers.ts';
import { madeTrashEntry, newUuid, pageBlock } from './made-catalogue.ts';

const CREATED = '2026-03-02T09:00:00.000Z';
const link = (path: string) => ({ href: `http://armarium.test${path}` });
const titleIn = (list: readonly MetadataEntry[]) =>
  String(list.find(({ name }) => name === 'sgtt')?.value ?? '');

/** A step as it is stored: what the body leaves out is made anew. */
export function storedStep(given: StepGiven): Step {
  const { label = '', alt = '', canvasUuid, transition, resource, on } = given;
  return {
    '@id': given['@id'] ?? `urn:uuid:${newUuid()}`,
    '@type': 'oa:Annotation',
    label,
    canvasUuid,
    motivation: ['oa:tagging', 'oa:commenting'],
    alt,
    check: null,
    transition: { ...newStepTransition, ...transition },
    resource: [{ '@type': 'dctypes:Text', format: 'text/html', chars: resource?.[0]?.chars ?? '' }],
    on: on.map(({ selector }) => ({
      '@type': 'oa:SpecificResource',
      selector: {
        '@type': 'oa:Choice',
        default: { '@type': 'oa:FragmentSelector', value: selector.default.value },
        item: { '@type': 'oa:SvgSelector', value: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      },
    })),
  };
}

/** A story without steps. */
function madeStory(given: Partial<Story>): Story {
  const uuid = given.uuid ?? newUuid();
  const sgtt = given.sgtt ?? titleIn(given.customMetadataList ?? []);
  return {
    uuid,
    resourceType: 'STORY',
    sgtt,
    label: sgtt,
    author: '',
    description: '',
    customMetadataList: [{ name: 'sgtt', value: sgtt }],
    state: 'Default',
    visibility: 'private',
    imagesCount: 0,
    thumbnail: null,
    seriesUuids: [],
    createdDate: CREATED,
    lastModifiedDate: CREATED,
    allowedActions: [...storyActions],
    availableTransitions: [],
    annotations: [],
    _links: {
      self: link(`/meta/storyboards/${uuid}`),
      storyboards: link('/meta/storyboards'),
      viewer: link(`/images/viewers/story/?storyID=${uuid}`),
      manifest: link(`/iiif/presentation/3/story/${uuid}/manifest`),
    },
    ...given,
  };
}

function madeSeries(given: Partial<Series>): Series {
  const uuid = given.uuid ?? newUuid();
  const self = `/meta/storyboardCollections/${uuid}`;
  const sgtt = given.sgtt ?? titleIn(given.customMetadataList ?? []);
  return {
    uuid,
    resourceType: 'SERIES',
    sgtt,
    label: sgtt,
    customMetadataList: [{ name: 'sgtt', value: sgtt }],
    state: 'Default',
    visibility: 'private',
    storyboardsCount: 0,
    thumbnail: null,
    createdDate: CREATED,
    lastModifiedDate: CREATED,
    allowedActions: [...seriesActions],
    availableTransitions: [],
    _links: {
      self: link(self),
      storyboards: link(`${self}/storyboards`),
      viewer: link(`/images/viewers/series/?seriesID=${uuid}`),
    },
    ...given,
  };
}

/** Stories and series, from which the calls on them are answered. A test may change what stands in it at any time. */
export class MadeStories {
  /** The newest first, as the lab lists them. */
  readonly stories: Story[] = [];
  readonly series: Series[] = [];
  /** The stories of each series, in its order. */
  readonly orders = new Map<string, string[]>();
  /** The images that nobody has agreed to show, of any story. */
  toConfirm: string[] = [];
  /** What an imported file holds, whatever its text is, and what of it could not be taken over. */
  toImport: Partial<ImportedStory> & Pick<ImportedStory, 'annotations'> = { annotations: [] };
  readonly #deleted: (Story | Series)[] = [];
  #version = 1;

  story(sgtt: string, series: readonly Series[] = [], given: Partial<Story> = {}): Story {
    const made = madeStory({ sgtt, ...given });
    this.stories.unshift(made);
    for (const { uuid } of series) this.orders.get(uuid)?.push(made.uuid);
    return made;
  }

  aSeries(sgtt: string, given: Partial<Series> = {}): Series {
    const made = madeSeries({ sgtt, ...given });
    this.series.unshift(made);
    this.orders.set(made.uuid, []);
    return made;
  }

  /** The titles of a series' stories, in its order. */
  titlesIn({ uuid }: Series): string[] {
    return this.#storiesIn(uuid).map(({ sgtt }) => sgtt);
  }

  /** Changes the version of all of them, as somebody else's change would. */
  touch(): void {
    this.#version += 1;
  }

  /** The public view of a story: each of its images is closed as long as it is in `toConfirm`. */
  #publicViewOf({ visibility, annotations }: Story): StoryPublicView {
    const images = [...new Set(annotations.map(({ canvasUuid }) => canvasUuid))];
    return {
      visibility,
      publicMaxPx: 2000,
      hasWatermark: false,
      stepsCount: annotations.length,
      stepsWithoutImageCount: 0,
      images: images.map((uuid) => ({
        uuid,
        title: `Image ${uuid}`,
        visibility: 'private',
        thumb: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>',
        given: { width_px: 2000, height_px: 1500 },
        isOpen: !this.toConfirm.includes(uuid),
      })),
    };
  }

  /** Opens the images that somebody agrees to show. @throws Refused where a public story would show others */
  #agree(story: Story, { visibility, confirmedImages = [] }: Asked<typeof calls.updateStory>['body']): void {
    const closed = story.annotations
      .map(({ canvasUuid }) => canvasUuid)
      .filter((uuid) => this.toConfirm.includes(uuid) && !confirmedImages.includes(uuid));
    if (visibility === 'public' && closed.length > 0) throw new Refused('images-not-confirmed');
    this.toConfirm = this.toConfirm.filter((uuid) => !confirmedImages.includes(uuid));
    story.annotations = story.annotations.map((step) =>
      confirmedImages.includes(step.canvasUuid) ? { ...step, check: null } : step,
    );
    if (visibility !== undefined) story.visibility = visibility;
  }

  #storiesIn(uuid: string): Story[] {
    const order = this.orders.get(uuid) ?? [];
    return order.flatMap((one) => this.stories.filter((story) => story.uuid === one));
  }

  #storyAt(uuid: string): Story {
    const found = this.stories.find((story) => story.uuid === uuid);
    if (!found) throw new Refused('not-found');
    return found;
  }

  #seriesAt(uuid: string): Series {
    const found = this.series.find((series) => series.uuid === uuid);
    if (!found) throw new Refused('not-found');
    return { ...found, storyboardsCount: this.#storiesIn(uuid).length };
  }

  answer(answers: Answers): void {
    const tag = () => `"${this.#version}"`;
    const headers = {
      get ETag() {
        return tag();
      },
    };
    const refuseStale = (sent: Headers) => {
      const seen = sent.get('If-Match');
      if (seen !== null && seen !== tag()) throw new Refused('stale');
      this.#version += 1;
    };
    const pageOf = <T>(all: readonly T[], query: { page?: number; size?: number }) => {
      const { page, ...rest } = pageBlock(all.length, query);
      const first = page.number * page.size;
      return { elements: all.slice(first, first + page.size), page, ...rest };
    };
    const storiesPage = (all: readonly Story[], query: { page?: number; size?: number }) => {
      const { elements, ...rest } = pageOf(all, query);
      const inList = elements.map(({ annotations: _steps, ...story }): StoryInList => story);
      return { _embedded: { storyboards: inList }, ...rest };
    };
    const seriesPage = (all: readonly Series[], query: { page?: number; size?: number }) => {
      const { elements, ...rest } = pageOf(all, query);
      return {
        _embedded: { storyboardCollections: elements.map(({ uuid }) => this.#seriesAt(uuid)) },
        ...rest,
      };
    };
    answers.give(calls.listStories, ({ query }) => storiesPage(this.stories, query));
    answers.give(calls.getStory, ({ params }) => this.#storyAt(params.uuid), { headers });
    answers.give(getStoryPublicView, ({ params }) => this.#publicViewOf(this.#storyAt(params.uuid)));
    answers.give(calls.importStory, () => {
      const { annotations, ...more } = this.toImport;
      const imagesCount = annotations.length;
      const story = this.story('Imported story', [], { annotations, imagesCount });
      return { ...story, stepsWithoutRegion: [], annotationsLeftOut: 0, linkedPages: 0, ...more };
    });
    answers.give(calls.createStory, ({ body }) =>
      this.story(titleIn(body.customMetadataList ?? []), [], {
        customMetadataList: body.customMetadataList ?? [],
        imagesCount: body.annotations?.length ?? 0,
        annotations: (body.annotations ?? []).map(storedStep),
      }),
    );
    const changeStory = ({ params, body, headers: sent }: Asked<typeof calls.updateStory>) => {
      const story = this.#storyAt(params.uuid);
      refuseStale(sent);
      this.#agree(story, body);
      if (body.annotations)
        Object.assign(story, {
          annotations: body.annotations.map(storedStep),
          imagesCount: body.annotations.length,
        });
      return Object.assign(story, body.customMetadataList && this.#changed(body.customMetadataList));
    };
    answers.give(calls.updateStory, changeStory, { headers });
    answers.give(calls.deleteStory, ({ params }) => {
      const story = this.#storyAt(params.uuid);
      this.stories.splice(this.stories.indexOf(story), 1);
      this.#deleted.unshift(story);
      return undefined;
    });
    answers.give(calls.listSeries, ({ query }) => seriesPage(this.series, query));
    answers.give(calls.getSeries, ({ params }) => this.#seriesAt(params.uuid), { headers });
    answers.give(calls.findSeriesByCustomMetadata, ({ query }) =>
      seriesPage(
        this.series.filter(({ sgtt }) => sgtt.toLowerCase().includes(query.value.toLowerCase())),
        query,
      ),
    );
    answers.give(calls.createSeries, ({ body }) =>
      this.aSeries(titleIn(body.customMetadataList ?? []), {
        customMetadataList: body.customMetadataList ?? [],
      }),
    );
    answers.give(calls.updateSeries, ({ params, body, headers: sent }) => {
      const series = this.series.find(({ uuid }) => uuid === params.uuid);
      if (!series) throw new Refused('not-found');
      refuseStale(sent);
      const { customMetadataList: list, visibility } = body;
      return Object.assign(series, list && this.#changed(list), visibility && { visibility });
    });
    answers.give(calls.deleteSeries, ({ params }) => {
      const index = this.series.findIndex(({ uuid }) => uuid === params.uuid);
      if (index < 0) throw new Refused('not-found');
      this.#deleted.unshift(...this.series.splice(index, 1));
      return undefined;
    });
    answers.give(calls.listStoriesOfSeries, ({ params, query }) =>
      storiesPage(this.#storiesIn(params.uuid), query),
    );
    answers.give(calls.addStoryToSeries, ({ params, query: { storyboardUuid } }) => {
      const order = this.orders.get(params.uuid);
      if (!order?.includes(storyboardUuid)) order?.push(storyboardUuid);
      return this.#seriesAt(params.uuid);
    });
    answers.give(calls.removeStoryFromSeries, ({ params, query: { storyboardUuid } }) => {
      const order = this.orders.get(params.uuid) ?? [];
      this.orders.set(
        params.uuid,
        order.filter((uuid) => uuid !== storyboardUuid),
      );
      return this.#seriesAt(params.uuid);
    });
    answers.give(calls.arrangeSeries, ({ params, body, headers: sent }) => {
      refuseStale(sent);
      this.orders.set(
        params.uuid,
        body.map((href) => href.split('/').at(-1) ?? ''),
      );
      return undefined;
    });
    this.#answerTrash(answers);
  }

  #changed(list: readonly MetadataEntry[] = []) {
    const sgtt = titleIn(list);
    return { customMetadataList: [...list], sgtt, label: sgtt };
  }

  /** The entry of a deleted record has the record's own uuid. */
  #answerTrash(answers: Answers): void {
    answers.give(listTrash, ({ query }) => {
      const entries = this.#deleted.map(({ uuid, resourceType, sgtt }) =>
        madeTrashEntry({ uuid, recordUuid: uuid, resourceType, title: sgtt, pressmark: null }),
      );
      return { _embedded: { trash: entries }, ...pageBlock(entries.length, query) };
    });
    answers.give(restoreTrashEntry, ({ params }) => {
      const index = this.#deleted.findIndex(({ uuid }) => uuid === params.uuid);
      const [record] = this.#deleted.splice(index, 1);
      if (!record) throw new Refused('not-found');
      if (record.resourceType === 'STORY') this.stories.unshift(record);
      else this.series.unshift(record);
      return { recordUuid: record.uuid, _links: { record: link('/') } };
    });
  }
}
