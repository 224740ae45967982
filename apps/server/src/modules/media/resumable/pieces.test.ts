import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Pieces } from './pieces.ts';

async function all(pieces: Pieces): Promise<string[]> {
  const found: string[] = [];
  while (!pieces.isOver) {
    const piece = (await buffer(Readable.from(pieces.next()))).toString();
    if (piece !== '') found.push(piece);
  }
  return found;
}

test('pieces are as large as they may be, however the bytes come', async () => {
  const come = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  expect(await all(new Pieces(come('abcdefgh'), 3))).toEqual(['abc', 'def', 'gh']);
  expect(await all(new Pieces(come('a', 'bc', 'defg', '', 'hi'), 3))).toEqual(['abc', 'def', 'ghi']);
  expect(await all(new Pieces(come(), 3))).toEqual([]);
});

test('what came before a failure is a piece, and the failure is told', async () => {
  async function* broken() {
    yield Buffer.from('abcd');
    await Promise.resolve();
    throw new Error('cut');
  }
  const pieces = new Pieces(Readable.from(broken()), 3);
  expect(await all(pieces)).toEqual(['abc', 'd']);
  expect(pieces.failure).toMatchObject({ message: 'cut' });
});
