import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import { recordsLeft, runEach, type Run } from '../../workflow/api/run-over.ts';
import type { StatefulRecord } from '../../workflow/groups.ts';

/**
 * Does something with several stories, one after the other; tried again, with those that are left.
 * @param act changes one story; lists are fetched again at the end
 * @param onDone gets the uuids of those that it was done with, and whether those were all
 * @param areGone whether they are not there any more then
 * @returns `stop` ends a run before the next story
 */
export function useStoriesRun(
  records: readonly StatefulRecord[],
  act: (uuid: string) => Promise<unknown>,
  onDone: (uuids: string[], isWhole: boolean) => void,
  areGone = false,
) {
  const [run, setRun] = useState<Run>();
  const isStopped = useRef(false);
  const stop = () => {
    isStopped.current = true;
  };
  useEffect(() => stop, []);
  const perform = async () => {
    const targets = run ? recordsLeft(run) : records;
    isStopped.current = false;
    const ended = await runEach(targets, ({ uuid }) => act(uuid), {
      isStopped: () => isStopped.current,
      onProgress: setRun,
    });
    setRun(ended);
    const left = new Set(recordsLeft(ended).map(({ uuid }) => uuid));
    const done = targets.map(({ uuid }) => uuid).filter((uuid) => !left.has(uuid));
    onDone(done, left.size === 0);
    await queryClient.invalidateQueries({
      queryKey: ['catalogue'],
      // What was deleted is not asked for again, though its page may still be there.
      predicate: ({ queryKey }) => !areGone || !queryKey.some((part) => done.includes(String(part))),
    });
  };
  return { run, perform, stop };
}
