import { updateItem } from '@armarium/contract/record-edits';
import { listItemImages } from '@armarium/contract/image-calls';
import { getItem, searchItems } from '@armarium/contract/item-calls';
import { signOut } from '@armarium/contract/session';
import { beforeEach, expect, test } from 'vitest';
import { Answers } from './answers.ts';
import { madeItem, pageBlock } from './made-catalogue.ts';

const origin = 'http://armarium.test';
const item = madeItem({ sgtt: 'Herbal' });
const address = `${origin}/meta/culturalItems/${item.uuid}`;

let answers: Answers;
beforeEach(() => {
  answers = new Answers();
});

test('an operation is known by its method and path, and answered as the contract has it', async () => {
  answers.give(getItem, ({ params }) => ({ ...item, uuid: params.uuid }), { headers: { ETag: '"1"' } });
  answers.give(signOut, undefined);
  const answer = await answers.fetch(address);
  expect([answer.status, answer.headers.get('ETag'), await answer.json()]).toEqual([200, '"1"', item]);
  expect((await answers.fetch(`${origin}${signOut.path}`, { method: 'POST' })).status).toBe(204);
  expect(answers.asked(getItem).map(({ params }) => params)).toEqual([{ uuid: item.uuid }]);
  expect(answers.faults).toEqual([]);
});

test('numbers and lists of a query are read as the schema has them', async () => {
  answers.give(searchItems, { _embedded: { culturalItems: [] }, ...pageBlock(0, {}) });
  await answers.fetch(`${origin}${searchItems.path}?text=a&page=2&state=Default&state=Approved`);
  expect(answers.asked(searchItems)[0]?.query).toEqual({
    text: 'a',
    page: 2,
    state: ['Default', 'Approved'],
  });
  expect(answers.faults).toEqual([]);
});

test('what nobody answers, what the contract has not, and what breaks its schemas are faults', async () => {
  expect((await answers.fetch(`${address}/images`)).status).toBe(500);
  expect((await answers.fetch(`${origin}/meta/nothing`)).status).toBe(404);
  answers.give(getItem, { ...item, createdDate: 'yesterday' });
  await answers.fetch(address);
  answers.give(searchItems, { _embedded: { culturalItems: [] }, ...pageBlock(0, {}) });
  await answers.fetch(`${origin}${searchItems.path}?text=a&page=first`);
  answers.give(updateItem, item);
  await answers.fetch(address, { method: 'PATCH', body: '{"sgtt":7}' });
  answers.give(signOut, () => {
    throw new Error('mistyped');
  });
  await expect(answers.fetch(`${origin}${signOut.path}`, { method: 'POST' })).rejects.toThrow('mistyped');
  expect(answers.faults).toEqual([
    `Nobody answers ${listItemImages.id}, GET /meta/culturalItems/${item.uuid}/images.`,
    'The contract has no GET /meta/nothing.',
    expect.stringMatching(/^In the answer of getItem: \/createdDate: /),
    expect.stringMatching(/^In the query of searchItems: \/page: /),
    expect.stringMatching(/^In the body sent to updateItem: /),
    'The answer of signOut failed: Error: mistyped.',
  ]);
});

test('calls fail as the server, a proxy or the network lets them, until they are answered again', async () => {
  answers.give(getItem, item);
  await answers.failing(getItem, 'not-found', async () => {
    const refused = await answers.fetch(address);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([404, 'not-found']);
  });
  await answers.failing(getItem, 'proxy', async () => {
    expect((await answers.fetch(address)).headers.get('Content-Type')).toBe('text/html');
  });
  await answers.failing(getItem, 'offline', () => expect(answers.fetch(address)).rejects.toThrow(TypeError));
  expect((await answers.fetch(address)).status).toBe(200);
});

test('an answer that is held back comes once it is let go', async () => {
  answers.give(getItem, item);
  const letGo = answers.hold(getItem);
  let came = false;
  const answer = answers.fetch(address).then(() => (came = true));
  await answers.fetch(`${origin}/meta/nothing`);
  expect(came).toBe(false);
  letGo();
  await answer;
  expect(came).toBe(true);
});

test('settled once what follows from an answer is answered too, but for what is held', async () => {
  answers.give(getItem, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return item;
  });
  const first = answers.fetch(address).then((answer) => answer.json());
  let isAnswered = false;
  void first.then(() => answers.fetch(address)).then(() => (isAnswered = true));
  await answers.settled();
  expect(isAnswered).toBe(true);
  const letGo = answers.hold(getItem);
  const held = answers.fetch(address);
  await answers.settled();
  letGo();
  expect((await held).status).toBe(200);
});
