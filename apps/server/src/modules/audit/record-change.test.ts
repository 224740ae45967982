import { expect, it } from 'vitest';
import { describeChange } from './record-change.rules.ts';

const list = (values: Record<string, unknown>) =>
  Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => ({ name, value: one as unknown })),
  );

it('tells of an edit the fields that differ, of repeated ones all values, and its reason', () => {
  const before = { customMetadataList: list({ sgtt: 'Liber', autn: 'Anon.', subject: ['a', 'b'] }) };
  const after = {
    customMetadataList: list({ sgtt: 'Liber', autn: '', subject: ['a'] }),
    reason: 'As in the codex',
  };
  expect(describeChange([{ action: 'update', before, after }])).toEqual({
    actions: ['update'],
    reason: 'As in the codex',
    left: [],
    entered: [],
    imagesLost: [],
    imagesGot: [],
    fields: [
      { name: 'autn', before: ['Anon.'], after: [] },
      { name: 'subject', before: ['a', 'b'], after: ['a'] },
    ],
  });
});

it('tells a link and an unlink of one change set as one move', () => {
  const told = describeChange([
    { action: 'link', before: null, after: { parentCollectionsUuids: ['new'] } },
    { action: 'unlink', before: { parentCollectionsUuids: ['old'] }, after: null },
  ]);
  expect(told).toMatchObject({ actions: ['move'], left: ['old'], entered: ['new'], fields: [] });
});

it('tells what an item lost as its images, and an image that went to another item as moved there', () => {
  expect(
    describeChange([{ action: 'unlink', before: { images: ['i'] }, after: { reason: 'Blurred' } }]),
  ).toMatchObject({
    actions: ['update'],
    reason: 'Blurred',
    imagesLost: ['i'],
    left: [],
  });
  const moved = { before: { culturalItem: 'a', position: 1 }, after: { culturalItem: 'b', position: 3 } };
  expect(describeChange([{ action: 'update', ...moved }])).toMatchObject({
    actions: ['move'],
    left: ['a'],
    entered: ['b'],
    fields: [{ name: 'position', before: ['1'], after: ['3'] }],
  });
  const turned = { before: { culturalItem: 'a', position: 1 }, after: { culturalItem: 'a', position: 2 } };
  expect(describeChange([{ action: 'update', ...turned }])).toMatchObject({ left: [], entered: [] });
});

it('tells another order of images as such, and cuts long values', () => {
  const before = { images: ['a', 'b'] };
  expect(describeChange([{ action: 'update', before, after: { images: ['b', 'a'] } }])).toMatchObject({
    imagesLost: [],
    imagesGot: [],
    fields: [{ name: 'images', before: [], after: [] }],
  });
  const long = describeChange([
    { action: 'update', before: { customMetadataList: list({ sgti: 'x'.repeat(1000) }) }, after: {} },
  ]);
  expect(long.fields[0]?.before[0]).toBe(`${'x'.repeat(300)}…`);
});

it('tells nothing of the values of what was made or purged', () => {
  const after = { customMetadataList: list({ sgtt: 'Liber' }), parentCollectionsUuids: ['c'] };
  expect(describeChange([{ action: 'create', before: null, after }])).toMatchObject({
    entered: ['c'],
    fields: [],
  });
  expect(
    describeChange([{ action: 'purge', before: { title: 'Liber', checksums: [] }, after: null }]),
  ).toMatchObject({
    actions: ['purge'],
    fields: [],
  });
});
