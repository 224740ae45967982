import { expect, test } from 'vitest';
import { withNotice, type Notice } from './notices.ts';

const notice = (id: string, title = id): Notice => ({
  id,
  kind: 'info',
  title,
  message: '',
  at_ms: 0,
  seen: false,
});

test('the newest stands first, and a message that comes again stands once', () => {
  const list = ['a', 'b'].reduce((before, id) => withNotice(before, notice(id)), [] as readonly Notice[]);
  expect(list.map(({ id }) => id)).toEqual(['b', 'a']);
  const again = withNotice(list, notice('a', 'once more'));
  expect(again.map(({ title }) => title)).toEqual(['once more', 'b']);
});

test('fifty are kept', () => {
  const many = Array.from({ length: 60 }, (_, index) => notice(String(index)));
  const list = many.reduce(withNotice, [] as readonly Notice[]);
  expect(list).toHaveLength(50);
  expect(list[0]?.id).toBe('59');
});
