import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { COMMENTARY_MAX_CHARACTERS, STEP_ALT_MAX } from '@armarium/contract/story-steps';
import { cleanCommentary, textOf } from '../modules/story/commentary.rules.ts';
import { readSampleCatalogue, readSampleStories } from './sample-catalogue.ts';

const sample = fileURLToPath(new URL('../../sample', import.meta.url));
const folder = join(sample, 'pages');
const { collections, items } = await readSampleCatalogue(sample);
const { series, stories } = await readSampleStories(sample);

/** Every way from a collection up to the root, as lists of keys; throws on a loop. */
function ways(key: string, below: readonly string[] = []): string[][] {
  if (key === 'root') return [[...below]];
  if (below.includes(key)) throw new Error(`loop through ${key}`);
  const parents = collections.find((collection) => collection.key === key)?.parents ?? [];
  return parents.flatMap((parent) => ways(parent, [key, ...below]));
}

describe('the sample catalogue', () => {
  it('has collections in a graph without loops, three deep, one of them under two parents', () => {
    const keys = collections.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const known = ['root'];
    for (const { key, parents } of collections) {
      expect(parents.length).toBeGreaterThan(0);
      expect(known, `${key} comes after its parents`).toEqual(expect.arrayContaining([...parents]));
      known.push(key);
    }
    const depths = keys.flatMap((key) => ways(key)).map((way) => way.length);
    expect(Math.max(...depths)).toBe(3);
    expect(collections.filter(({ parents }) => parents.length === 2)).toHaveLength(1);
  });

  it('has items under known collections, some under two, every collection with something in it', () => {
    const keys = new Set(['root', ...collections.map(({ key }) => key)]);
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
    for (const { parents } of items) {
      expect(parents.length).toBeGreaterThan(0);
      expect(parents.every((parent) => keys.has(parent))).toBe(true);
      expect(new Set(parents).size).toBe(parents.length);
    }
    expect(items.filter(({ parents }) => parents.length > 1).length).toBeGreaterThan(2);
    const used = new Set([...items, ...collections].flatMap(({ parents }) => parents));
    expect([...keys].filter((key) => !used.has(key))).toEqual([]);
  });

  it('has the metadata of the standard templates, trimmed and in NFC', () => {
    for (const { metadata } of collections) expect(Object.keys(metadata).sort()).toEqual(['sgti', 'sgtt']);
    for (const { metadata } of items)
      expect(Object.keys(metadata).sort()).toEqual(['autn', 'pressmark', 'sgti', 'sgtt']);
    for (const value of [...collections, ...items].flatMap(({ metadata }) => Object.values(metadata))) {
      expect(value).not.toBe('');
      expect(value).toBe(value.normalize('NFC').trim());
    }
  });

  it('has pressmarks that are unique without case and space, and sort differently by number than by letter', () => {
    const pressmarks = items.map(({ metadata }) => metadata.pressmark);
    const folded = pressmarks.map((pressmark) => pressmark.toLowerCase().replace(/\s+/g, ''));
    expect(new Set(folded).size).toBe(folded.length);
    const series = ['MS 2', 'MS 10', 'MS 101'];
    expect(pressmarks).toEqual(expect.arrayContaining(series));
    expect([...series].sort()).not.toEqual(series);
  });

  it('has titles in seven scripts, one at least with the asterisk that it files from', () => {
    const titles = items.map(({ metadata }) => metadata.sgtt);
    for (const script of ['Latin', 'Greek', 'Cyrillic', 'Hebrew', 'Arabic', 'Han', 'Hiragana']) {
      expect(
        titles.some((title) => new RegExp(`\\p{Script=${script}}`, 'u').test(title)),
        script,
      ).toBe(true);
    }
    expect(titles.some((title) => /^Il \*\p{Lu}/u.test(title))).toBe(true);
  });

  it('has pages for each item, which are all files of its folder: several megapixels each, 12 MB together', async () => {
    const pages = items.flatMap((item) => item.pages);
    expect(items.every((item) => item.pages.length > 0)).toBe(true);
    expect(pages.toSorted()).toEqual((await readdir(folder)).sort());
    let total_bytes = 0;
    for (const page of pages) {
      const file = join(folder, page);
      const { format, width, height } = await sharp(file).metadata();
      expect([page, format]).toEqual([page, 'jpeg']);
      expect(width * height, page).toBeGreaterThan(5e6);
      total_bytes += (await stat(file)).size;
    }
    expect(total_bytes).toBeLessThan(12e6);
  });
});

describe('the stories of the sample', () => {
  const steps = stories.flatMap((story) => story.steps);

  it('are two, in English and in Italian, each of eight to ten steps that begin with a whole page', async () => {
    expect(stories).toHaveLength(2);
    for (const story of stories) {
      expect(story.steps.length).toBeGreaterThanOrEqual(8);
      expect(story.steps.length).toBeLessThanOrEqual(10);
      const [first] = story.steps;
      const { width, height } = await sharp(join(folder, first?.page ?? '')).metadata();
      expect(first?.xywh).toEqual([0, 0, width, height]);
    }
    const inItalian = stories.map(({ metadata }) => / (?:nel|che|un) /.test(metadata.sgti));
    expect(inItalian).toEqual([false, true]);
  });

  it('show regions that lie inside pages of the sample, large enough to look at', async () => {
    const pages = items.flatMap((item) => item.pages);
    for (const { page, xywh, title } of steps) {
      expect(pages, title).toContain(page);
      const { width: pageWidth, height: pageHeight } = await sharp(join(folder, page)).metadata();
      const [x, y, width, height] = xywh;
      expect(xywh.every(Number.isInteger), title).toBe(true);
      expect(Math.min(x, y, width - 100, height - 100), title).toBeGreaterThanOrEqual(0);
      expect([x + width <= pageWidth, y + height <= pageHeight], title).toEqual([true, true]);
    }
  });

  it('have a title, an alternative text and a short commentary in each step, as they are stored', () => {
    for (const { title, alt, commentary } of steps) {
      expect(title.split(' ').length, title).toBeLessThanOrEqual(6);
      expect(alt.length, title).toBeGreaterThan(20);
      expect(alt.length, title).toBeLessThanOrEqual(STEP_ALT_MAX);
      expect(commentary).toBe(cleanCommentary(commentary));
      const words = textOf(commentary).split(' ').length;
      expect([words >= 20, words <= 60], `${title}: ${words} words`).toEqual([true, true]);
      expect(textOf(commentary).length).toBeLessThanOrEqual(COMMENTARY_MAX_CHARACTERS);
    }
    for (const text of [...steps.flatMap(({ title, alt }) => [title, alt]), series.metadata.sgtt])
      expect(text).toBe(text.normalize('NFC').trim());
  });
});
