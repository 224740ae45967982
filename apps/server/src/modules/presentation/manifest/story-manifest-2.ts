import { STEPS_RANGE, storyAddress } from '../../story/public.ts';
import { provider2 } from './provider.ts';
import { manifestId, plainText, service2, storyListId, storyManifestId } from './manifest-ids.ts';
import {
  canvasId,
  EMPTY_CANVAS,
  imageLabel,
  spokenSteps,
  type StoryAddresses,
  storyAddresses,
  type StoryCanvas,
  type StorySource,
  targetOf,
  textsOf,
} from './story-source.ts';

const CONTEXT = 'http://iiif.io/api/presentation/2/context.json';

/**
 * A story as a manifest of the IIIF Presentation API 2.1. Its steps are lists of annotations, which 2.1 has in documents of
 * their own (`storyList2`), and a range for each. Pure.
 * @param origin of the request, such as `https://catalogue.example.org`
 */
export function storyManifest2(source: StorySource, origin: string): Record<string, unknown> {
  const { title, author, description, provider, canvases, steps } = source;
  const addresses = storyAddresses(source, origin, 2);
  const { base, story } = addresses;
  return {
    '@context': CONTEXT,
    '@id': storyManifestId(origin, 2, story),
    '@type': 'sc:Manifest',
    label: title,
    ...(description !== '' && { description: plainText(description) }),
    ...(author !== '' && { metadata: [{ label: 'Author', value: plainText(author) }] }),
    ...provider2(provider, origin),
    // The page on which the story is played.
    related: { '@id': storyAddress(origin, story), format: 'text/html', label: title },
    // The same in the version after.
    seeAlso: {
      '@id': storyManifestId(origin, 3, story),
      format: 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"',
      profile: 'http://iiif.io/api/presentation/3/context.json',
    },
    sequences: [
      {
        '@id': `${base}/sequence/normal`,
        '@type': 'sc:Sequence',
        canvases: canvases.map((canvas) => canvasOf(canvas, addresses)),
      },
    ],
    structures: [
      {
        '@id': `${base}${STEPS_RANGE}`,
        '@type': 'sc:Range',
        label: 'Steps',
        viewingHint: 'top',
        ranges: steps.map(({ step }) => `${base}/range/${step.uuid}`),
      },
      ...steps.map(({ step, canvas }, index) => ({
        '@id': `${base}/range/${step.uuid}`,
        '@type': 'sc:Range',
        label: step.title === '' ? String(index + 1) : step.title,
        canvases: [targetOf(step, canvas, addresses)],
      })),
    ],
  };
}

/**
 * The steps on a canvas of a story as an annotation list of 2.1. Pure.
 * @param canvasUuid that of the canvas. @returns undefined where the story has no such canvas
 */
export function storyList2(
  source: StorySource,
  canvasUuid: string,
  origin: string,
): Record<string, unknown> | undefined {
  const addresses = storyAddresses(source, origin, 2);
  const canvas = source.canvases.find(({ uuid }) => uuid === canvasUuid);
  return (
    canvas && {
      '@context': CONTEXT,
      '@id': storyListId(origin, addresses.story, canvasUuid),
      '@type': 'sc:AnnotationList',
      resources: spokenSteps(canvas).map((step) => ({
        '@id': `${addresses.base}/annotation/${step.uuid}`,
        '@type': 'oa:Annotation',
        motivation: 'oa:commenting',
        ...(step.title !== '' && { label: step.title }),
        ...(step.alt !== '' && { description: plainText(step.alt) }),
        resource: textsOf(step).map((chars) => ({
          '@type': 'dctypes:Text',
          format: 'text/html',
          chars,
        })),
        on: targetOf(step, canvas, addresses),
      })),
    }
  );
}

function canvasOf(canvas: StoryCanvas, addresses: StoryAddresses) {
  const id = canvasId(canvas, addresses);
  return {
    '@id': id,
    '@type': 'sc:Canvas',
    ...(canvas.image
      ? imageParts(id, canvas.image, addresses)
      : { label: 'Image not shown', ...EMPTY_CANVAS, images: [] }),
    otherContent: [
      { '@id': storyListId(addresses.origin, addresses.story, canvas.uuid), '@type': 'sc:AnnotationList' },
    ],
  };
}

function imageParts(
  id: string,
  image: NonNullable<StoryCanvas['image']>,
  { origin, suffix, onwardSuffix }: StoryAddresses,
) {
  const { uuid, pressmark, rights, licence, itemWithManifest, whole, width, height } = image;
  const metadata = [
    ...(pressmark === '' ? [] : [{ label: 'Pressmark', value: pressmark }]),
    ...rights.map((value) => ({ label: 'Rights', value })),
  ];
  return {
    label: imageLabel(image),
    ...whole,
    ...(metadata.length > 0 && { metadata }),
    ...(licence !== null && { license: licence }),
    ...(itemWithManifest !== undefined && {
      seeAlso: {
        '@id': manifestId(origin, 2, `${itemWithManifest}${onwardSuffix}`),
        format: 'application/ld+json',
        profile: 'http://iiif.io/api/presentation/2/context.json',
      },
    }),
    images: [
      {
        '@id': `${id}/image`,
        '@type': 'oa:Annotation',
        motivation: 'sc:painting',
        resource: {
          '@id': `${origin}/iiif/2/${uuid}${suffix}/full/max/0/default.jpg`,
          '@type': 'dctypes:Image',
          format: 'image/jpeg',
          width,
          height,
          service: service2(origin, `${uuid}${suffix}`),
        },
        on: id,
      },
    ],
  };
}
