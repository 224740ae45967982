import type { ItemState } from '@armarium/contract/item-states';

/** The colour of a new state (back office §9). */
const NEW_STATE_COLOUR = '#000000';

/** What is typed and chosen of a state. */
export interface StateDraft {
  readonly name: string;
  readonly color: string;
  /** Its label in each language, empty where it has none. */
  readonly en: string;
  readonly it: string;
}

export const blankState: StateDraft = { name: '', color: NEW_STATE_COLOUR, en: '', it: '' };

export const draftOf = ({ name, color, labels: { en = '', it = '' } }: ItemState): StateDraft => ({
  name,
  color,
  en,
  it,
});

const parts = ['name', 'color', 'en', 'it'] as const;
export type StatePart = (typeof parts)[number];

const cleaned = ({ name, color, en, it }: StateDraft): StateDraft => ({
  name: name.trim(),
  color: color.trim().toLowerCase(),
  en: en.trim(),
  it: it.trim(),
});

/** In what two drafts of a state differ. */
export function changedParts(base: StateDraft, draft: StateDraft): StatePart[] {
  const [one, other] = [cleaned(base), cleaned(draft)];
  return parts.filter((part) => one[part] !== other[part]);
}

/** The body that makes the state of a draft. */
export function bodyOf(draft: StateDraft) {
  const { name, color, en, it } = cleaned(draft);
  return { name, color, labels: { en, it } };
}

/** The body that changes a state from what it was to the draft. */
export function changesOf(base: StateDraft, draft: StateDraft): Partial<ReturnType<typeof bodyOf>> {
  const changed = changedParts(base, draft);
  const { name, color, labels } = bodyOf(draft);
  return {
    ...(changed.includes('name') && { name }),
    ...(changed.includes('color') && { color }),
    ...((changed.includes('en') || changed.includes('it')) && { labels }),
  };
}

export type StateFaults = Partial<Record<'name' | 'color', 'missing' | 'taken' | 'noColour'>>;

/** What is wrong with a draft (back office §5). */
export function faultsOf({ name, color }: StateDraft): StateFaults {
  const typed = color.trim();
  const colourFault = typed === '' ? 'missing' : /^#[0-9a-f]{6}$/i.test(typed) ? undefined : 'noColour';
  return {
    ...(name.trim() === '' && { name: 'missing' as const }),
    ...(colourFault && { color: colourFault }),
  };
}
