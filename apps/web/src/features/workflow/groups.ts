/** The kinds of records that have a state, as they are sent (catalogue §4). */
export type StatefulType = 'ITEM' | 'COLLECTION' | 'MEDIA' | 'STORY' | 'SERIES';

/** A record that workflow actions are run on. */
export interface StatefulRecord {
  readonly uuid: string;
  readonly resourceType: StatefulType;
  readonly state: string;
  readonly title: string;
  /** What the user may do with just this one, where it is known. */
  readonly availableTransitions?: readonly { readonly uuid: string }[];
}

/** Records of one kind in one state. */
export interface StateGroup {
  readonly key: string;
  readonly resourceType: StatefulType;
  readonly state: string;
  readonly records: readonly StatefulRecord[];
}

/** The records by their state, in the order in which the states first come (WFACT-04). */
export function groupsOf(records: readonly StatefulRecord[]): StateGroup[] {
  const groups = new Map<string, StatefulRecord[]>();
  for (const record of records) {
    const key = `${record.resourceType} ${record.state}`;
    const known = groups.get(key);
    if (known) known.push(record);
    else groups.set(key, [record]);
  }
  return [...groups].flatMap(([key, members]) => {
    const [first] = members;
    return first ? [{ key, resourceType: first.resourceType, state: first.state, records: members }] : [];
  });
}

/** One name for the same records in whatever order: of one its uuid, of several a number made of all of theirs. */
export function nameOfRecords(records: readonly StatefulRecord[]): string {
  const uuids = records.map(({ uuid }) => uuid).sort();
  if (uuids.length === 1) return uuids[0] ?? '';
  let hash = 0x811c9dc5;
  for (const character of uuids.join()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return `${uuids.length}.${hash.toString(36)}`;
}

/** Those of a group that a transition is open to: of whom it is not known, it is tried. */
export function openTo(group: StateGroup, transitionUuid: string): readonly StatefulRecord[] {
  return group.records.filter(
    ({ availableTransitions }) => availableTransitions?.some(({ uuid }) => uuid === transitionUuid) ?? true,
  );
}

/** Whether a transition needs a comment to be given. */
export function asksForComment({ actions }: { actions: readonly { templateName: string }[] }): boolean {
  return actions.some(({ templateName }) => templateName === 'REQUIRE_COMMENT');
}
