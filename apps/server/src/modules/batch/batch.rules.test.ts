import { expect, it } from 'vitest';
import type { BatchTask } from '@armarium/contract/batches';
import { isOfFieldsAlone } from './batch.rules.ts';

const uuid = '01a20298-d7a3-78fc-a677-48f91a0d5800';

it.each<[BatchTask, boolean]>([
  [{ kind: 'edit', changes: [{ name: 'autn', change: 'clear' }] }, true],
  [{ kind: 'edit', changes: [{ name: 'sgtt', change: 'append', value: '!' }] }, false],
  [
    {
      kind: 'edit',
      changes: [
        { name: 'autn', change: 'clear' },
        { name: 'pressmark', change: 'find', find: 'MS', replacement: 'Ms.' },
      ],
    },
    false,
  ],
  [{ kind: 'move', from: uuid, to: uuid }, false],
  [{ kind: 'link', to: uuid }, false],
  [{ kind: 'unlink', from: uuid }, false],
  [{ kind: 'trash' }, false],
  [{ kind: 'transition', transitionUuid: uuid }, false],
])('two chunks of %j go on beside each other: %j', (action, expected) => {
  expect(isOfFieldsAlone(action)).toBe(expected);
});
