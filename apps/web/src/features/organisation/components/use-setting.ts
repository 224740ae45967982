import type { Organisation, OrganisationChanges } from '@armarium/contract/organisation';
import { useEffect, useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useWork } from '../../../ui/use-work.ts';
import { changeSettings, organisationQuery, type ReadOrganisation } from '../api/organisation.ts';
import { isConflict, isSame, type EditedSetting } from '../setting.ts';

interface SettingOptions<Value> {
  /** Names what is typed, which is kept under it. */
  readonly name: string;
  read(organisation: Organisation): Value;
  /** What is sent to have this value. */
  changes(value: Value): OrganisationChanges;
}

/**
 * One part of the settings that is saved by itself. What is typed outlives a failed save, a change by others, the end of
 * the session and a reload. A change by others of another part is no reason to refuse: then it is sent again by itself.
 */
export function useSetting<Value>(
  { answer, tag }: ReadOrganisation,
  { name, read, changes }: SettingOptions<Value>,
) {
  const key = `organisation-${name}`;
  const now = read(answer);
  const [edited, setEdited] = useState(() => recallDraft<EditedSetting<Value>>(key));
  const [isSaved, setSaved] = useState(false);
  const [hasConflict, setConflict] = useState(false);
  const { isWorking, failure, work, forgetFailure } = useWork();
  const isChanged = edited !== undefined && !isSame(edited.draft, now);
  useEffect(() => {
    keepDraft(key, isChanged ? edited : undefined);
  }, [key, edited, isChanged]);

  const send = async (value: Value) => {
    try {
      await changeSettings(changes(value), tag);
    } catch (error) {
      if (!isProblem(error, 'stale') || !edited) throw error;
      const fresh = await queryClient.fetchQuery(organisationQuery);
      const theirs = read(fresh.answer);
      if (isConflict(edited, theirs)) {
        setConflict(true);
        setEdited({ base: theirs, draft: value });
        throw error;
      }
      await changeSettings(changes(value), fresh.tag);
    }
  };
  return {
    value: edited ? edited.draft : now,
    isChanged,
    isSaved,
    isWorking,
    failure,
    hasConflict,
    change: (draft: Value) => {
      setSaved(false);
      setEdited((before) => ({ base: before?.base ?? now, draft }));
    },
    discard: () => {
      setEdited(undefined);
      setConflict(false);
      forgetFailure();
    },
    /** Asks the server something before it is saved; a failure is shown as that of a save. */
    ask: async <Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> => {
      let answer: Answer | undefined;
      await work(async () => {
        answer = await question();
      });
      return answer;
    },
    /** @returns whether it was saved */
    save: async (value: Value): Promise<boolean> => {
      const done = await work(() => send(value));
      if (done) {
        setConflict(false);
        // What was typed while it was sent stays.
        setEdited((before) => (before && !isSame(before.draft, value) ? before : undefined));
      }
      setSaved(done);
      return done;
    },
  };
}

export type Setting<Value> = ReturnType<typeof useSetting<Value>>;
