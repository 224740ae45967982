import type { MetadataEntry } from '@armarium/contract/metadata';
import { describe, expect, it } from 'vitest';
import { undoingOf, writtenOf } from './undo.rules.ts';

const list = (values: Record<string, string[]>): MetadataEntry[] =>
  Object.entries(values).flatMap(([name, all]) => all.map((value) => ({ name, value })));
const edited = (before: Record<string, string[]>, after: Record<string, string[]>) =>
  writtenOf(
    [
      {
        action: 'update',
        before: { customMetadataList: list(before) },
        after: { customMetadataList: list(after) },
      },
    ],
    null,
  );
const moved = writtenOf(
  [
    { action: 'link', before: null, after: { parentCollectionsUuids: ['to'] } },
    { action: 'unlink', before: { parentCollectionsUuids: ['from'] }, after: null },
  ],
  null,
);

describe('what an undo puts back', () => {
  it('[API-184] are the fields that the batch wrote; what was edited beside them stays', () => {
    const written = edited({ sgtt: ['A'], autn: ['x'] }, { sgtt: ['B'], autn: ['x'] });
    const now = { metadata: list({ sgtt: ['B'], autn: ['later'], sgti: ['new'] }), parents: [] };
    expect(undoingOf(written, now, new Set())).toEqual({
      list: list({ sgtt: ['A'], autn: ['later'], sgti: ['new'] }),
    });
  });

  it('[API-184] is nothing where one of its fields was edited since', () => {
    const written = edited({ sgtt: ['A'], autn: ['x'] }, { sgtt: ['B'], autn: ['y'] });
    const now = { metadata: list({ sgtt: ['B'], autn: ['later'] }), parents: [] };
    expect(undoingOf(written, now, new Set())).toMatchObject({
      editedSince: expect.stringContaining('autn') as string,
    });
  });

  it('takes away what the batch added, and brings back what it cleared', () => {
    const written = edited({ k: ['a', 'b'] }, { sgtt: ['B'] });
    expect(undoingOf(written, { metadata: list({ sgtt: ['B'] }), parents: [] }, new Set())).toEqual({
      list: list({ k: ['a', 'b'] }),
    });
  });

  it('[API-184] are the links, unless one of them was changed since', () => {
    const standing = new Set(['from']);
    const now = (...parents: string[]) => ({ metadata: [], parents });
    expect(undoingOf(moved, now('other', 'to'), standing)).toEqual({ parents: ['other', 'from'] });
    expect(undoingOf(moved, now('other'), standing)).toHaveProperty('editedSince');
    expect(undoingOf(moved, now('to', 'from'), standing)).toHaveProperty('editedSince');
    expect(undoingOf(moved, now('to'), new Set())).toEqual({ parentsGone: true });
  });
});
