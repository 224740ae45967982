import { expect, it } from 'vitest';
import { mergedDraft } from './merged-draft.ts';

interface Draft {
  readonly label: string;
  readonly en: string;
  readonly it: string;
  readonly required: boolean;
}

const changedParts = (one: Draft, other: Draft) =>
  (['label', 'en', 'it', 'required'] as const).filter((part) => one[part] !== other[part]);

it('keeps what was typed over what somebody else changed, part by part, and says where both did', () => {
  const base: Draft = { label: 'Language', en: '', it: '', required: false };
  const mine = { ...base, label: 'Tongue', en: 'Tongue', required: true };
  const theirs = { ...base, label: 'Idiom', it: 'Lingua', required: true };
  expect(mergedDraft(base, mine, theirs, changedParts)).toEqual({
    merged: { label: 'Tongue', en: 'Tongue', it: 'Lingua', required: true },
    changed: [
      { part: 'label', isConflict: true },
      { part: 'it', isConflict: false },
      { part: 'required', isConflict: false },
    ],
  });
});
