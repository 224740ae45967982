import { useRef, useState } from 'react';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';

/** The comment of an action, kept under the name of a draft until the action is done. */
export function useComment(draftName: string) {
  const [text, setText] = useState(() => recallDraft<{ comment: string }>(draftName)?.comment ?? '');
  const [faulty, setFaulty] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  return {
    text,
    /** It is required, and the field says so while it is blank. */
    faulty,
    field,
    write: (next: string) => {
      setText(next);
      setFaulty(false);
      keepDraft(draftName, next === '' ? undefined : { comment: next });
    },
    require: () => setFaulty(true),
    forget: () => keepDraft(draftName, undefined),
    /** Keeps what was typed under another name, for the next time that the hook runs with it. */
    rename: (next: string) => {
      keepDraft(draftName, undefined);
      if (text !== '') keepDraft(next, { comment: text });
    },
  };
}

export type Comment = ReturnType<typeof useComment>;
