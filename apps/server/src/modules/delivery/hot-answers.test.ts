import { expect, test } from 'vitest';
import { HotAnswers } from './hot-answers.ts';

const ofSize = (size_bytes: number) => Buffer.alloc(size_bytes);

test('keeps the answers that were asked for last, up to its weight', () => {
  const hot = new HotAnswers(1000);
  for (const key of ['a', 'b', 'c']) hot.keep(key, ofSize(400));
  expect(['a', 'b', 'c'].map((key) => hot.get(key)?.length)).toEqual([undefined, 400, 400]);
  hot.get('b');
  hot.keep('d', ofSize(500));
  expect(['b', 'c', 'd'].map((key) => hot.get(key)?.length)).toEqual([400, undefined, 500]);
  hot.keep('e', ofSize(100));
  expect(['b', 'd', 'e'].map((key) => hot.get(key)?.length)).toEqual([400, 500, 100]);
});

test('keeps nothing that would drive out all else, and nothing twice', () => {
  const hot = new HotAnswers(1000);
  hot.keep('a', ofSize(600));
  hot.keep('huge', ofSize(1001));
  hot.keep('a', ofSize(600));
  hot.keep('b', ofSize(400));
  expect(['a', 'b', 'huge'].map((key) => hot.get(key)?.length)).toEqual([600, 400, undefined]);
});
