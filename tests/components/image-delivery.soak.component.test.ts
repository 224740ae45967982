import {
  changeImageDelivery,
  getImageDelivery,
  previewWatermark,
  removeWatermark,
  setWatermark,
  WATERMARK_MAX_BYTES,
  type ImageDelivery,
} from '@armarium/contract/image-delivery';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { confinedSize } from '../../apps/server/src/iiif-image/confined-source.ts';
import { ImageDeliverySection } from '../../apps/web/src/features/image-delivery/components/image-delivery-section.tsx';
import { visitorsSize } from '../../apps/web/src/features/image-delivery/delivery-form.ts';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { choose, pictureFile } from './chosen-picture.ts';
import { madeDelivery, newUuid } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

const words = en.imageDelivery;
const { size, watermark: mark } = words;

let screen: Screen;
let delivery: ImageDelivery;
let version: number;

/** Sets what somebody else, or this form, has changed. */
function set(change: Partial<ImageDelivery>): ImageDelivery {
  version += 1;
  delivery = { ...delivery, ...change };
  answerDelivery();
  return delivery;
}
const tag = () => ({ headers: { ETag: `"${version}"` } });
const answerDelivery = () => screen.answers.give(getImageDelivery, () => delivery, tag());
function requireTag(headers: Headers): void {
  if (headers.get('If-Match') !== `"${version}"`) throw new Refused('stale');
}
const standard = { place: 'repeated', opacity: 25, width: 30 } as const;
const withWatermark = () => ({ watermark: { ...standard, revision: newUuid() } });

beforeEach(() => {
  screen = new Screen();
  version = 1;
  delivery = madeDelivery();
  const { answers } = screen;
  answerDelivery();
  // As the first answer of a change, the tag that follows it.
  const after = { headers: { ETag: '"2"' } };
  answers.give(
    changeImageDelivery,
    ({ body, headers }) => {
      requireTag(headers);
      const { watermark, publicMaxPx = delivery.publicMaxPx } = body;
      const now = delivery.watermark && { ...delivery.watermark, ...watermark };
      return set({ publicMaxPx, watermark: now });
    },
    after,
  );
  answers.give(
    setWatermark,
    ({ query, headers }) => {
      requireTag(headers);
      return set({ watermark: { ...standard, ...query, revision: newUuid() } });
    },
    after,
  );
  answers.give(removeWatermark, ({ headers }) => {
    requireTag(headers);
    set({ watermark: null });
    return undefined;
  });
  answers.give(previewWatermark, () => pictureFile('image/jpeg'));
});
afterEach(() => screen.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const save = button(words.save);
const limited = page.getByRole('radio', { name: size.limited });
const pixels = page.getByRole('textbox', { name: size.pixels });
const place = page.getByRole('combobox', { name: mark.place });
const percent = (name: string) => page.getByRole('textbox', { name, exact: true });
const saved = page.getByRole('alert').filter({ hasText: words.saved }).first();
const failed = page.getByRole('alert').filter({ hasText: words.saveFailed });
const effect = page.getByRole('img', { name: /^An image with the watermark/ });

async function open(...shown: Parameters<Screen['open']> extends [string, ...infer S] ? S : never) {
  await screen.openPart(createElement(ImageDeliverySection), ...shown);
  await expect.element(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
}
const changes = () => screen.answers.asked(changeImageDelivery).map(({ body }) => body);

test('the public size is shown by a detail in as many pixels as visitors get, and sent with the tag that was read', async () => {
  await open();
  await limited.click();
  await pixels.fill('2000');
  // A third of 6000.
  const detail = page.getByRole('img', { name: size.detailVisitors });
  await expect.poll(() => detail.element().getAttribute('src')).toContain('/2880,1880,240,240/80,80/');
  const caption = filled(size.captionVisitors, { size: '2\u202f000 × 1\u202f333' });
  await expect.element(page.getByText(caption)).toBeVisible();
  expect(changes()).toEqual([]);
  await save.click();
  await expect.element(saved).toBeVisible();
  expect(changes()).toEqual([{ publicMaxPx: 2000 }]);
});

test('the size of an image for visitors is reckoned as the server does', () => {
  for (const width_px of [1, 1023, 1025, 4097, 30_000])
    for (const longest_px of [1024, 1500, 2048, 9999]) {
      const image = { width_px, height_px: 3001 };
      expect(visitorsSize(image, longest_px)).toEqual(confinedSize(image, longest_px));
    }
});

test('a number that is too small is not sent: its field says so and has the focus', async () => {
  await open();
  await limited.click();
  await pixels.fill('15');
  await save.click();
  await expect.element(pixels).toHaveFocus();
  await expect.element(page.getByText(filled(size.fault, { min: '1\u202f024' }))).toBeVisible();
  expect(changes()).toEqual([]);
});

test('a chosen picture is shown in an image as it would stand, and set when it is saved', async () => {
  delivery = madeDelivery({ images: { ready: 4, watermarked: 1 } });
  await open();
  choose(await pictureFile());
  await expect.element(effect).toBeVisible();
  await place.selectOptions('south-east');
  await percent(mark.opacity).fill('60');
  await percent(mark.width).fill('20');
  await expect.element(effect).toHaveAccessibleName(/Bottom right, opacity 60 %, width 20 %/);
  const standing = { place: 'south-east', opacity: 60, width: 20 };
  const last = () => screen.answers.asked(previewWatermark).at(-1);
  await expect.poll(() => last()?.query).toEqual(standing);
  expect(last()?.file?.size).toBe((await pictureFile()).size);
  expect(screen.answers.asked(setWatermark)).toEqual([]);
  await save.click();
  await expect.element(saved).toBeVisible();
  expect(screen.answers.asked(setWatermark).map(({ query }) => query)).toEqual([standing]);
  expect(changes()).toEqual([]);
  // From now on the stored picture is drawn.
  await expect.poll(() => last()?.file).toBeUndefined();
  const done = filled(mark.done, { done: 1, total: 4 });
  await expect.element(page.getByRole('progressbar', { name: done })).toBeVisible();
});

test('a picture that is too large is not sent, and one that is refused says why and may be replaced', async () => {
  await open();
  choose(new File([new Uint8Array(WATERMARK_MAX_BYTES + 1)], 'large.png', { type: 'image/png' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent(filled(mark.tooLarge, { max: '10 MB' }));
  const message = 'It seems to be SVG.';
  screen.answers.give(previewWatermark, () => {
    throw new Refused('file-refused', [{ name: 'file', code: 'unsupported-format', message }]);
  });
  choose(new File(['<svg/>'], 'mark.svg', { type: 'image/svg+xml' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent(message);
  screen.answers.give(previewWatermark, () => pictureFile('image/jpeg'));
  choose(await pictureFile());
  await expect.element(effect).toBeVisible();
  expect(screen.answers.asked(previewWatermark)).toHaveLength(2);
});

test('what others changed meanwhile stands beside what was chosen, which can be saved over it or dropped', async () => {
  delivery = madeDelivery(withWatermark());
  await open();
  await place.selectOptions('centre');
  set({ publicMaxPx: 3000 });
  await save.click();
  await expect.element(failed).toHaveTextContent(words.staleNext);
  await expect.element(place).toHaveValue('centre');
  await expect.element(pixels).toHaveValue('3\u202f000');
  const load = button(words.loadCurrent);
  await save.click();
  await expect.element(saved).toBeVisible();
  // Only what was chosen here.
  expect(changes().at(-1)).toEqual({ watermark: { place: 'centre' } });
  expect(delivery.publicMaxPx).toBe(3000);

  set({ publicMaxPx: 4000 });
  await place.selectOptions('north-west');
  // The notice of what was saved is where the button is.
  await userEvent.keyboard('{Control>}s{/Control}');
  await load.click();
  await expect.element(place).toHaveValue('centre');
  await expect.element(pixels).toHaveValue('4\u202f000');
  await expect.element(failed).not.toBeInTheDocument();
});

test('what was chosen outlives a failed save and a new page', async () => {
  delivery = madeDelivery(withWatermark());
  await open();
  await percent(mark.width).fill('45');
  await screen.answers.failing(changeImageDelivery, 'unavailable', async () => {
    await save.click();
    await expect.element(failed).toBeVisible();
  });
  await expect.element(percent(mark.width)).toHaveValue('45 %');
  await open();
  await expect.element(page.getByText(words.restored)).toBeVisible();
  await expect.element(percent(mark.width)).toHaveValue('45 %');
  await button(words.discard).click();
  await expect.element(percent(mark.width)).toHaveValue('30 %');
});

test('how many images have the watermark is looked at while work goes on, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    delivery = madeDelivery({ ...withWatermark(), images: { ready: 4, watermarked: 1 } });
    await open();
    await expect.element(page.getByText(filled(mark.done, { done: 1, total: 4 }))).toBeVisible();
    set({ images: { ready: 4, watermarked: 4 } });
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.element(page.getByText(filled(mark.allDone_other, { total: 4 }))).toBeVisible();
    const looks = screen.answers.asked(getImageDelivery).length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(screen.answers.asked(getImageDelivery)).toHaveLength(looks);
  } finally {
    vi.useRealTimers();
  }
});

test('[A11Y-09] to remove the watermark asks first and says what follows; the focus goes to the picture', async () => {
  delivery = madeDelivery({ ...withWatermark(), images: { ready: 4, watermarked: 4 } });
  await open();
  await button(mark.remove).click();
  const dialog = page.getByRole('dialog', { name: mark.removeTitle });
  await expect.element(dialog).toHaveTextContent(mark.removeText);
  await expect.element(dialog).toHaveTextContent(filled(mark.removeFiles_other, { total: 4 }));
  expect(screen.answers.asked(removeWatermark)).toEqual([]);
  await dialog.getByRole('button', { name: mark.remove }).click();
  await expect.element(button(mark.choose)).toHaveFocus();
  await expect.element(page.getByText(mark.none)).toBeVisible();
});

test.each([
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'it', scheme: 'dark', width: 390 },
] as const)('[A11Y-08] is accessible and fits: $language, $scheme, $width px', async (shown) => {
  delivery = madeDelivery({ ...withWatermark(), publicMaxPx: 2048 });
  await open(shown);
  const { watermark } = (shown.language === 'it' ? italian : en).imageDelivery;
  await expect.element(page.getByText(watermark.drawn)).toBeVisible();
  await screen.expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(shown.width);
});
