import type { Organisation } from '@armarium/contract/organisation';

/** What is typed or chosen of one part of the settings, over the values as they were when that began. */
export interface EditedSetting<Value> {
  readonly base: Value;
  readonly draft: Value;
  /** The entity tag of the settings at that time. */
  readonly tag?: string | undefined;
}

/** Whether two values of a setting are the same. Objects are compared by their properties. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether somebody else changed the setting meanwhile to something that is neither the base nor the draft. */
export function isConflict<Value>(
  { base, draft }: Pick<EditedSetting<Value>, 'base' | 'draft'>,
  now: Value,
): boolean {
  return !isSame(base, now) && !isSame(draft, now);
}

/** The days after which what lies in the trash is purged. */
export const daysInTrash = ({ trashDays, installation }: Pick<Organisation, 'trashDays' | 'installation'>) =>
  trashDays ?? installation.trashDays;
