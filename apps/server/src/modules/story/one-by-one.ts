import { setImmediate } from 'node:timers/promises';

/** Maps a list by work that takes a while for each entry: other requests are served between two of them. */
export async function oneByOne<Given, Made>(
  list: readonly Given[],
  make: (one: Given, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, one] of list.entries()) {
    made.push(make(one, index));
    await setImmediate();
  }
  return made;
}
