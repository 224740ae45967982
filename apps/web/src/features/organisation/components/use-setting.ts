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
  const isChanged = edited !== undefined;
  useEffect(() => {
    keepDraft(key, edited);
  }, [key, edited]);

  const send = async (value: Value, { base, tag }: EditedSetting<Value>) => {
    try {
      await changeSettings(changes(value), tag);
    } catch (error) {
      if (!isProblem(error, 'stale')) throw error;
      const fresh = await queryClient.fetchQuery(organisationQuery);
      const theirs = read(fresh.answer);
      if (isConflict({ base, draft: value }, theirs)) {
        setConflict(true);
        // What is typed meanwhile stays.
        setEdited((before) => before && { ...before, base: theirs, tag: fresh.tag });
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
      setEdited((before) => {
        // The tag is that of what was seen when the change began, whatever others save from then on.
        const { base, tag: seen } = before ?? { base: now, tag };
        return isSame(base, draft) ? undefined : { base, draft, tag: seen };
      });
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
      if (!edited) return false;
      const done = await work(() => send(value, edited));
      if (done) {
        setConflict(false);
        // What was typed while it was sent stays.
        const saved = queryClient.getQueryData(organisationQuery.queryKey)?.tag;
        setEdited((before) =>
          before && !isSame(before.draft, value)
            ? { base: value, draft: before.draft, tag: saved }
            : undefined,
        );
      }
      setSaved(done);
      return done;
    },
  };
}

export type Setting<Value> = ReturnType<typeof useSetting<Value>>;
