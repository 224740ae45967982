import { ORIGINAL, STEPS_RANGE, storyAddress, TRANSITION, WITHOUT_TEXT } from '../../story/public.ts';
import { manifestId, none, plainText, services3, storyManifestId } from './manifest-ids.ts';
import { provider3 } from './provider.ts';
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

/**
 * A story as a manifest of the IIIF Presentation API 3.0: the images that it shows as canvases, its steps as annotations on
 * them, and a range that has the steps in their order. The pages of annotations are embedded and name their targets by
 * fragments, which all viewers read. Pure.
 * @param origin of the request, such as `https://catalogue.example.org`
 */
export function storyManifest3(source: StorySource, origin: string): Record<string, unknown> {
  const { title, author, description, provider, canvases, steps } = source;
  const addresses = storyAddresses(source, origin, 3);
  const { base, story } = addresses;
  return {
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    id: storyManifestId(origin, 3, story),
    type: 'Manifest',
    label: none(title),
    ...(description !== '' && { summary: none(plainText(description)) }),
    ...(author !== '' && {
      metadata: [{ label: { en: ['Author'], it: ['Autore'] }, value: none(plainText(author)) }],
    }),
    ...provider3(provider, origin),
    // The page on which the story is played.
    homepage: [
      {
        id: storyAddress(origin, story),
        type: 'Text',
        label: none(title),
        format: 'text/html',
      },
    ],
    // The same for viewers that read the version before.
    seeAlso: [
      {
        id: storyManifestId(origin, 2, story),
        type: 'Manifest',
        label: none(title),
        format: 'application/ld+json',
        profile: 'http://iiif.io/api/presentation/2/context.json',
      },
    ],
    items: canvases.map((canvas) => canvasOf(canvas, addresses)),
    structures: [
      {
        id: `${base}${STEPS_RANGE}`,
        type: 'Range',
        label: { en: ['Steps'], it: ['Passi'] },
        items: steps.map(({ step, canvas }, index) => ({
          id: `${base}/range/${step.uuid}`,
          type: 'Range',
          label: none(step.title === '' ? String(index + 1) : step.title),
          items: [{ id: targetOf(step, canvas, addresses), type: 'Canvas' }],
          [TRANSITION]: step.transition,
          ...(textsOf(step).length === 0 && { [WITHOUT_TEXT]: true }),
        })),
      },
    ],
  };
}

function canvasOf(canvas: StoryCanvas, addresses: StoryAddresses) {
  const id = canvasId(canvas, addresses);
  const { image } = canvas;
  return {
    id,
    type: 'Canvas',
    ...(image ? imageParts(id, image, addresses) : emptyParts(id)),
    annotations: [
      {
        id: `${id}/steps`,
        type: 'AnnotationPage',
        items: spokenSteps(canvas).map((step) => ({
          id: `${addresses.base}/annotation/${step.uuid}`,
          type: 'Annotation',
          motivation: 'commenting',
          ...(step.title !== '' && { label: none(step.title) }),
          ...(step.alt !== '' && { summary: none(plainText(step.alt)) }),
          body: textsOf(step).map((value) => ({
            type: 'TextualBody',
            value,
            format: 'text/html',
          })),
          target: targetOf(step, canvas, addresses),
        })),
      },
    ],
  };
}

function emptyParts(id: string) {
  return {
    label: { en: ['Image not shown'], it: ['Immagine non mostrata'] },
    ...EMPTY_CANVAS,
    items: [{ id: `${id}/page`, type: 'AnnotationPage', items: [] }],
  };
}

function imageParts(
  id: string,
  image: NonNullable<StoryCanvas['image']>,
  { origin, suffix, onwardSuffix }: StoryAddresses,
) {
  const { uuid, itemTitle, pressmark, rights, licence, itemWithManifest, original, whole, width, height } =
    image;
  const metadata = [
    ...(pressmark === ''
      ? []
      : [{ label: { en: ['Pressmark'], it: ['Segnatura'] }, value: none(pressmark) }]),
    ...(rights.length === 0 ? [] : [{ label: { en: ['Rights'], it: ['Diritti'] }, value: none(...rights) }]),
  ];
  return {
    label: none(imageLabel(image)),
    ...whole,
    ...(metadata.length > 0 && { metadata }),
    ...(licence !== null && { rights: licence }),
    ...(itemWithManifest !== undefined && {
      seeAlso: [
        {
          id: manifestId(origin, 3, `${itemWithManifest}${onwardSuffix}`),
          type: 'Manifest',
          label: none(itemTitle),
          format: 'application/ld+json',
          profile: 'http://iiif.io/api/presentation/3/context.json',
        },
      ],
    }),
    items: [
      {
        id: `${id}/page`,
        type: 'AnnotationPage',
        items: [
          {
            id: `${id}/image`,
            type: 'Annotation',
            motivation: 'painting',
            body: {
              id: `${origin}/iiif/3/${uuid}${suffix}/full/max/0/default.jpg`,
              type: 'Image',
              format: 'image/jpeg',
              width,
              height,
              service: services3(origin, `${uuid}${suffix}`),
              ...(original && { [ORIGINAL]: original }),
            },
            target: id,
          },
        ],
      },
    ],
  };
}
