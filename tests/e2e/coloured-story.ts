import sharp from 'sharp';
import type { Frame, Page } from 'playwright-core';
import { createStory } from '@armarium/contract/story-calls';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, importEnded, importNewItem, rootUuid, upload } from '../harness/importing.ts';
import words from '../../apps/web/src/viewers/framed/en.json' with { type: 'json' };
import { filled } from './words.ts';

/** The colours of the quarters of an image. */
const quarters = [
  ['#b03030', '#30b030'],
  ['#3030b0', '#b0b030'],
] as const;
const [WIDTH, HEIGHT] = [3200, 2400];

async function quartered(seed: number): Promise<Buffer> {
  const rectangles = quarters.flatMap((row, y) =>
    row.map(
      (colour, x) =>
        `<rect x="${(x * WIDTH) / 2}" y="${(y * HEIGHT) / 2}" width="${WIDTH / 2}" height="${HEIGHT / 2}" fill="${colour}"/>`,
    ),
  );
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${rectangles.join('')}<circle cx="50" cy="50" r="${seed}"/></svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 92 }).toBuffer();
}

/** An item of two images of four colours each, and a story over both in three steps: Red, Yellow, Blue. */
export async function colouredStory(
  client: HttpClient,
): Promise<{ story: string; images: readonly string[] }> {
  const images = await Promise.all(
    [1, 2].map(async (seed) =>
      upload(client, { source: await quartered(seed), name: `leaf-${seed}.jpg`, type: 'image/jpeg' }),
    ),
  );
  const item = await importNewItem(client, {
    pressmark: 'PLAY 1',
    sgtt: 'Four colours',
    parents: [await rootUuid(client)],
    uploads: images,
  });
  await importEnded(client, item);
  const [first = '', second = ''] = images.map((image) => image.uuid);
  const annotations = [
    stepOn(first, 'Red', '200,200,800,600'),
    stepOn(first, 'Yellow', '2200,1600,800,600'),
    stepOn(second, 'Blue', '200,1600,800,600'),
  ];
  const made = await client.call(createStory, { body: { sgtt: 'Colours', annotations } });
  return { story: expectStatus(made, 201).uuid, images: [first, second] };
}

export const stepOn = (canvasUuid: string, label: string, xywh: string) => ({
  canvasUuid,
  label,
  resource: [{ chars: `<p>About ${label}</p>` }],
  on: [{ selector: { default: { value: `xywh=${xywh}` } } }],
});

export const storyPage = (story: string, more = '') => `/images/viewers/story/?storyID=${story}${more}`;
export const isShown = (page: Page | Frame) => page.locator('.player[data-phase=shown]').waitFor();
export const heading = (page: Page | Frame) => page.getByRole('heading', { level: 2 }).innerText();
export const stepName = (number: number, title: string) => filled(words.story.stepNamed, { number, title });

/** The colour of the screen in the middle of what the card leaves free. */
export async function colourOfRegion(page: Page | Frame): Promise<string> {
  return page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const card = document.querySelector('.card')?.getBoundingClientRect();
    if (!canvas || !card) throw new Error('There is no player.');
    const isRight = card.left > canvas.clientWidth / 2;
    const x = isRight ? card.left / 2 : (card.right + canvas.clientWidth) / 2;
    const density = canvas.width / canvas.clientWidth;
    // Read from a copy: reading from the canvas itself would slow it down.
    const copy = document.createElement('canvas').getContext('2d');
    copy?.drawImage(canvas, x * density, canvas.height / 2, 1, 1, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = copy?.getImageData(0, 0, 1, 1).data ?? [];
    return `#${[red, green, blue].map((part) => Math.round(part / 16).toString(16)).join('')}`;
  });
}
