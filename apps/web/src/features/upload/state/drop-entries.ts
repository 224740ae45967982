import type { DroppedFile, DropPlan, FileGroup } from './drop-plan.ts';

/** A group with what the user made of it. */
export interface GroupEntry extends FileGroup {
  /** The pressmark that was first read from the names: stays while the user writes another. */
  key: string;
  title: string;
  included: boolean;
}

/**
 * The groups of everything chosen so far. What the user typed and ticked stays; a group that nobody decided about is
 * ticked when it is whole: of an item that is not, nothing is begun before somebody says so (docs/ingest.md).
 * @param isGiven the files go to one item, whatever their names tell, in the order of their numbers and names
 */
export function entriesOfPlan(
  { groups }: DropPlan,
  before: readonly GroupEntry[],
  isGiven: boolean,
): GroupEntry[] {
  const files = groups.flatMap((group) => group.files);
  const given = files.length === 0 ? [] : [{ pressmark: '', files, gaps: '', doubles: '' }];
  const known = new Map(before.map((entry) => [entry.key, entry]));
  return (isGiven ? given : groups).map((group) => {
    const key = group.pressmark;
    const old = known.get(key);
    if (old === undefined) return { ...group, key, title: key, included: isWhole(group) };
    return {
      ...old,
      files: group.files,
      gaps: group.gaps,
      doubles: group.doubles,
      included: old.included === isWhole(old) ? isWhole(group) : old.included,
    };
  });
}

/** Adds files to those chosen before. What is there already, by path, size and time, is not taken twice. */
export function addDropped(
  before: readonly DroppedFile[],
  incoming: readonly DroppedFile[],
): { files: DroppedFile[]; again: DroppedFile[] } {
  const same = ({ path, file }: DroppedFile) => JSON.stringify([path, file.size, file.lastModified]);
  const known = new Set(before.map(same));
  const again = incoming.filter((one) => known.has(same(one)));
  return { files: [...before, ...incoming.filter((one) => !known.has(same(one)))], again };
}

/** Keys of the ticked groups whose pressmark another ticked one has too, whatever its case and spaces. */
export function keysOfTwins(groups: readonly GroupEntry[]): ReadonlySet<string> {
  const byPressmark = new Map<string, string[]>();
  for (const { included, key, pressmark } of groups) {
    const plain = pressmark.trim().toLowerCase().replace(/\s+/g, ' ');
    if (!included || plain === '') continue;
    byPressmark.set(plain, [...(byPressmark.get(plain) ?? []), key]);
  }
  return new Set([...byPressmark.values()].filter((keys) => keys.length > 1).flat());
}

function isWhole({ gaps, doubles }: FileGroup): boolean {
  return gaps === '' && doubles === '';
}
