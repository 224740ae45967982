import { storyAddress } from '../../../records/story-address.ts';

/** What an image is picked for: the number of the step that gets it; absent for new steps. It stays in the address. */
const STEP = 'step';
/** The id of the step behind which steps are added: it stays in the address too, as a reload chooses another step. */
export const BEHIND = 'behind';
export const CANVAS = 'canvasId';

/** Where an item is picked. @param search of the page that leads there */
export const itemsAddress = (storyUuid: string, search = new URLSearchParams()) =>
  withParameters(`${storyAddress(storyUuid)}/cultural-item`, { ...carried(search) });

interface ImagesPlace {
  readonly storyUuid: string;
  readonly itemUuid: string;
}

/**
 * Where the images of an item are picked.
 * @param image its 1-based position, shown at first
 * @param search of the page that leads there
 */
export const imagesAddress = (
  { storyUuid, itemUuid }: ImagesPlace,
  image?: number,
  search = new URLSearchParams(),
) =>
  withParameters(`${storyAddress(storyUuid)}/cultural-item/${itemUuid}`, {
    image: image === undefined ? null : String(image),
    ...carried(search),
  });

/** Where an area of an image is drawn. @param assetUuid of the image, which the address names as its canvas (decisions §14) */
export const selectAreaAddress = (
  { storyUuid, itemUuid }: ImagesPlace,
  assetUuid: string,
  search = new URLSearchParams(),
) =>
  withParameters(`${storyAddress(storyUuid)}/cultural-item/${itemUuid}/select-area`, {
    [CANVAS]: assetUuid,
    ...carried(search),
  });

/**
 * Where a step is added beside another: the images of the item of that one's image, with it in the viewer. Without a step,
 * or where its image is gone, the choice of an item.
 * @param assetUuid of the image of the step that is shown
 */
export const addStepAddress = (storyUuid: string, assetUuid: string | undefined) =>
  withParameters(`${storyAddress(storyUuid)}/cultural-item`, { [CANVAS]: assetUuid ?? null });

/** Where the images of an item are picked, with one of them in the viewer. @param search of the page that leads there */
export const imageAddress = (
  { storyUuid, itemUuid }: ImagesPlace,
  assetUuid: string,
  search = new URLSearchParams(),
) =>
  withParameters(`${storyAddress(storyUuid)}/cultural-item/${itemUuid}`, {
    [CANVAS]: assetUuid,
    ...carried(search),
  });

/** Where the area of a step is edited. @param step its number from 1 (decisions §14) */
export const editAreaAddress = (storyUuid: string, step: number) =>
  `${storyAddress(storyUuid)}/selected-area-edit/${step}`;

/** Where another image is picked for a step. @param step its number from 1 */
export const otherImageAddress = (storyUuid: string, step: number) =>
  itemsAddress(storyUuid, new URLSearchParams({ [STEP]: String(step) }));

/** The parameters that stay on all pages. */
const carried = (search: URLSearchParams) => ({ [STEP]: search.get(STEP), [BEHIND]: search.get(BEHIND) });

/** The state of a place in the history to which the images of an item led. */
export const FROM_IMAGES = { isFromImages: true };

/** @param state of a place in the history, which may be anything */
export const isFromImages = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isFromImages' in state;

/** The number of the step for which an image is picked; undefined for new steps. */
export function stepPickedFor(search: URLSearchParams): number | undefined {
  const number = search.get(STEP);
  return number !== null && /^[1-9]\d{0,2}$/.test(number) ? Number(number) : undefined;
}

function withParameters(path: string, parameters: Readonly<Record<string, string | null>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
