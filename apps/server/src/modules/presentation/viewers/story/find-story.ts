import { storyAddress } from '../../../story/public.ts';
import { onwardSuffix, viewerOf } from '../../../admission/public.ts';
import { placeInSeries } from '../series/place-in-series.queries.ts';
import type { FramedPage } from '../viewer.ts';
import { storyRecord } from '../../story/story-record.queries.ts';
import { stepsForReader } from '../../story/story-for-reader.ts';
import { altOf, storyPageParts } from './story-page.ts';

/** A story: its texts are in the article, the player finds the rest in the data. */
export const findStory: FramedPage['find'] = async (
  data,
  { named: { uuid } },
  { caller, suffix, origin, language, organisation, isArticle, parameter },
) => {
  const found = await data.read(async (db) => {
    const record = await storyRecord(db, uuid);
    const asked = { series: parameter('seriesID'), story: uuid, viewer: viewerOf(caller) };
    return record && { record, place: await placeInSeries(db, asked) };
  });
  if (!found) return undefined;
  const { record, place } = found;
  const steps = stepsForReader(record, caller);
  const { title, author, description, modifiedAt, visibility } = record;
  const { token = '' } = caller;
  const images = [...new Set(steps.flatMap(({ image }) => image ?? []))];
  return {
    record,
    isPersonal: caller.actor !== undefined,
    shown: {
      suffix,
      images: images.map(({ uuid: image, width, height }) => ({ uuid: image, width, height })),
      steps: steps.map((step) => ({
        uuid: step.uuid,
        image: step.image ? images.indexOf(step.image) : null,
        ...(step.image && { region: step.region, alt: altOf(step) }),
        transition: step.transition,
      })),
    },
    parts: storyPageParts({
      uuid,
      title,
      author,
      description,
      modifiedAt,
      publisher: organisation,
      steps,
      isPublic: visibility === 'public' && token === '',
      isArticle,
      origin,
      suffix,
      playerAddress: [
        storyAddress('', `${uuid}${token === '' ? suffix : ''}`),
        ...(token === '' ? [] : [`token=${token}`]),
        ...(place ? [`seriesID=${place.series.uuid}`] : []),
      ].join('&'),
      place,
      onwardSuffix: onwardSuffix(caller),
      language,
    }),
  };
};
