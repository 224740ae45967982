import { AVATAR_MAX_BYTES } from '@armarium/contract/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PictureChange } from '../../apps/web/src/features/people/picture-change.ts';
import { en } from '../e2e/words.ts';
import { showAvatarField } from './avatar-field-alone.tsx';
import { choose, pictureFile } from './chosen-picture.ts';

const words = en.avatar;
/** What the form around the field would save. */
let last: PictureChange | undefined;
let close: () => void;

const group = page.getByRole('group', { name: words.picture });
const cropper = page.getByRole('group', { name: words.cropping });
const stage = cropper.getByRole('application');
const upload = page.getByRole('button', { name: words.upload });
const confirm = cropper.getByRole('button', { name: words.confirm });

/** A file of so many bytes that is a picture: what follows its end is ignored. */
async function fileOf(size_bytes: number): Promise<File> {
  const picture = await pictureFile();
  return new File([picture, new Uint8Array(size_bytes - picture.size)], 'large.png', { type: 'image/png' });
}

/** The picture that would be sent, decoded. */
async function sent(): Promise<ImageBitmap> {
  await expect.poll(() => last?.kind).toBe('set');
  if (last?.kind !== 'set') throw new Error('none');
  expect(last.file.type).toBe('image/png');
  return createImageBitmap(last.file);
}

/** The share of red in the middle line of the picture that would be sent. */
async function redShare(): Promise<number> {
  const picture = await sent();
  const context = new OffscreenCanvas(300, 300).getContext('2d');
  context?.drawImage(picture, 0, 0);
  const { data } = context?.getImageData(0, 150, 300, 1) ?? { data: [] };
  return [...data].filter((value, index) => index % 4 === 0 && value > 127).length / 300;
}

beforeEach(async () => {
  last = undefined;
  close = showAvatarField({ name: 'Ada Rossi', address: null }, (change) => (last = change));
  await expect.element(upload).toBeVisible();
});
afterEach(() => close());

test('[USER-32] the crop of a real file is a PNG of 300 × 300 pixels, and the focus comes back', async () => {
  choose(await pictureFile('image/jpeg'));
  await expect.element(stage).toHaveFocus();
  await confirm.click();
  const { width, height } = await sent();
  expect([width, height]).toEqual([300, 300]);
  // The middle of the picture is kept.
  expect(await redShare()).toBeCloseTo(0.5, 1);
  await expect.element(page.getByRole('button', { name: words.another })).toHaveFocus();
  await expect.element(group.getByText(words.willBeSet)).toBeVisible();
  expect(group.element().querySelector('img')?.src).toBe(last?.kind === 'set' && last.address);
});

test('the arrow keys, the buttons and the zoom choose which part is kept', async () => {
  choose(await pictureFile());
  await expect.element(stage).toHaveFocus();
  for (let times = 0; times < 16; times += 1) await userEvent.keyboard('{ArrowRight}');
  await confirm.click();
  expect(await redShare()).toBe(1);

  // The same file again, from its middle.
  await group.getByRole('button', { name: words.crop }).click();
  const left = cropper.getByRole('button', { name: words.move.left });
  for (let times = 0; times < 16; times += 1) await left.click();
  await confirm.click();
  await expect.poll(redShare).toBe(0);

  await group.getByRole('button', { name: words.crop }).click();
  await expect.element(stage).toHaveFocus();
  const zoom = cropper.getByRole('slider', { name: words.zoom });
  await userEvent.tab();
  await expect.element(zoom).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(zoom).toHaveAttribute('aria-valuenow', '1.2');
});

test('Cancel and Escape leave the picture as it was', async () => {
  choose(await pictureFile());
  await expect.element(stage).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(upload).toHaveFocus();
  choose(await pictureFile());
  await cropper.getByRole('button', { name: words.cancel }).click();
  await expect.element(upload).toHaveFocus();
  expect(last).toBeUndefined();
});

test('[USER-29, USER-30] a file of 10485760 bytes is accepted, one of a byte more is too large', async () => {
  choose(await fileOf(AVATAR_MAX_BYTES + 1));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Image is too large');
  await expect.element(cropper).not.toBeInTheDocument();
  choose(await fileOf(AVATAR_MAX_BYTES));
  await expect.element(stage).toHaveFocus();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a file that is no picture says so in plain words', async () => {
  choose(new File(['no picture'], 'letter.jpg', { type: 'image/jpeg' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.unreadable);
  await expect.element(cropper).not.toBeInTheDocument();
});

test('[USER-14] the present picture is cropped anew and removed, and each is undone', async () => {
  close();
  const file = await pictureFile();
  const address = URL.createObjectURL(file);
  close = showAvatarField({ name: 'Ada Rossi', address }, (change) => (last = change));
  await group.getByRole('button', { name: words.crop }).click();
  await confirm.click();
  expect((await sent()).width).toBe(300);
  await group.getByRole('button', { name: words.undo }).click();
  expect(last).toBeUndefined();
  await expect.element(page.getByRole('button', { name: words.another })).toHaveFocus();
  await group.getByRole('button', { name: words.remove }).click();
  expect(last).toEqual({ kind: 'remove' });
  await expect.element(group.getByText(words.willBeRemoved)).toBeVisible();
  await expect.element(upload).toHaveFocus();
  await group.getByRole('button', { name: words.undo }).click();
  expect(last).toBeUndefined();
});
