import { useEffect, useState } from 'react';
import { keepDraft, recallDraft } from '../lib/drafts.ts';
import { isProblem } from '../lib/api-problem.ts';
import { mergedDraft, type TheirPart } from '../lib/merged-draft.ts';
import { useWork } from './use-work.ts';

/** What was read of a record, as a form edits it, with the entity tag that a change sends back. */
export interface Read<Draft> {
  readonly draft: Draft;
  readonly tag: string | undefined;
}

/** Saves a draft. @param base what it began from */
type Send<Draft> = (base: Draft, draft: Draft, tag: string | undefined) => Promise<unknown>;

export interface DraftOf<Draft extends object, Part extends keyof Draft> {
  /** The name under which it is kept. */
  key: string;
  begin: Read<Draft>;
  /** What was chosen just now: it stands over a draft that was left before. */
  over?: Partial<Draft> | undefined;
  /** In what two drafts differ. */
  changedParts(one: Draft, other: Draft): readonly Part[];
  send: Send<Draft>;
  /** Reads the record anew, where somebody else changed it; undefined where there is none yet. */
  readAgain?: (() => Promise<Read<Draft>>) | undefined;
  /** What of a draft is kept in the tab; default all of it. Always the same function. */
  kept?: ((draft: Draft) => Draft) | undefined;
  /** Takes a failure that the form shows at a field. @returns whether it did: then nothing else tells it */
  takeFault?(error: unknown, draft: Draft): boolean;
}

interface Edited<Draft> {
  readonly base: Draft;
  readonly draft: Draft;
  readonly tag: string | undefined;
}

/** Whether a draft of this name was left before it was saved. */
export const hasDraft = (key: string) => recallDraft(key) !== undefined;

/**
 * What is typed into a form of a record, a new one or one that exists. It outlives a failed save, a change by others, the
 * end of the session and a reload.
 */
export function useDraft<Draft extends object, Part extends keyof Draft>({
  key,
  begin,
  over,
  changedParts,
  send,
  readAgain,
  takeFault,
  kept: keptOf,
}: DraftOf<Draft, Part>) {
  const [kept] = useState(() => recallDraft<Edited<Draft>>(key));
  const [edited, setEdited] = useState<Edited<Draft>>(
    kept
      ? { ...kept, draft: { ...kept.draft, ...over } }
      : { base: begin.draft, draft: begin.draft, tag: begin.tag },
  );
  const [theirs, setTheirs] = useState<readonly TheirPart<Part>[]>([]);
  const { isWorking, failure, work, forgetFailure } = useWork();
  const { base, draft, tag } = edited;
  const changes = changedParts(base, draft).length;
  const isRemembered = keptOf ? changedParts(base, keptOf(draft)).length > 0 : changes > 0;
  useEffect(() => {
    const draft = keptOf ? keptOf(edited.draft) : edited.draft;
    keepDraft(key, isRemembered ? { ...edited, draft } : undefined);
  }, [key, isRemembered, edited, keptOf]);

  const mergeTheirs = async (readAgain: () => Promise<Read<Draft>>) => {
    const now = await readAgain();
    const { merged, changed } = mergedDraft(base, draft, now.draft, changedParts);
    setTheirs(changed);
    setEdited({ base: now.draft, draft: merged, tag: now.tag });
  };
  /** @param how otherwise than by `send`. @returns whether it is saved */
  const save = async (how = send): Promise<boolean> => {
    if (isWorking) return false;
    let isFault = false;
    const isDone = await work(async () => {
      try {
        await how(base, draft, tag);
      } catch (error) {
        isFault = takeFault?.(error, draft) ?? false;
        if (isFault) return;
        if (readAgain && isProblem(error, 'stale')) await mergeTheirs(readAgain);
        throw error;
      }
    });
    const isSaved = isDone && !isFault;
    if (isSaved) keepDraft(key, undefined);
    return isSaved;
  };
  return {
    base,
    draft,
    /** What somebody else changed meanwhile. */
    theirs,
    /** How many parts differ from what is stored. */
    changes,
    failure,
    isWorking,
    isRestored: kept !== undefined,
    save,
    discard: () => keepDraft(key, undefined),
    change: (part: Partial<Draft>) => {
      forgetFailure();
      setEdited((before) => ({ ...before, draft: { ...before.draft, ...part } }));
    },
  };
}
