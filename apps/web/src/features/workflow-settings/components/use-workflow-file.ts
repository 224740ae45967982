import type { FieldProblem } from '@armarium/contract/problem';
import {
  WORKFLOW_FILE_MAX_BYTES,
  type WorkflowFile,
  type WorkflowOutcome,
} from '@armarium/contract/workflow-file';
import { useRef, useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { takeWorkflow, tryWorkflow } from '../api/workflow-file.ts';
import type { ReadText, Unreadable } from '../workflow-text.ts';

/** A file that was chosen, and what came of it. */
export interface ChosenFile {
  readonly name: string;
  readonly text: ReadText;
  readonly prune: boolean;
  readonly result:
    | { readonly is: 'tried' }
    | { readonly is: 'plan'; readonly outcome: WorkflowOutcome; readonly tag: string | undefined }
    | { readonly is: 'done'; readonly outcome: WorkflowOutcome }
    | { readonly is: 'faulty'; readonly faults: readonly FieldProblem[] }
    | { readonly is: 'failed'; readonly failure: unknown };
}

/** A file that could not be read: for what stands in it, since it is too large, or since it could not be opened. */
export type UnreadFile = { readonly name: string } & (
  Unreadable | { readonly why: 'too-large' } | { readonly why: 'failed'; readonly failure: unknown }
);

/** A workflow file on its way from the user's disk into the organisation: tried first, then taken over. */
export function useWorkflowFile() {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [unread, setUnread] = useState<UnreadFile>();
  const [isWorking, setWorking] = useState(false);
  /** Counts the choices, so that the answer to an earlier one is not shown for a later one. */
  const choice = useRef(0);

  const tryOut = async (name: string, text: ReadText, prune: boolean) => {
    choice.current += 1;
    const own = choice.current;
    const show = (result: ChosenFile['result']) => {
      if (own === choice.current) setChosen({ name, text, prune, result });
    };
    show({ is: 'tried' });
    try {
      const { answer, tag } = await tryWorkflow(text.content as WorkflowFile, prune);
      show({ is: 'plan', outcome: answer, tag });
    } catch (failure) {
      const isFaulty = isProblem(failure, 'invalid') && failure.problem.fields.length > 0;
      show(isFaulty ? { is: 'faulty', faults: failure.problem.fields } : { is: 'failed', failure });
    }
  };
  const forget = () => {
    choice.current += 1;
    setChosen(undefined);
    setUnread(undefined);
  };
  return {
    chosen,
    unread,
    isWorking,
    choose: async (file: File) => {
      if (isWorking) return;
      forget();
      const { name } = file;
      if (file.size > WORKFLOW_FILE_MAX_BYTES) {
        setUnread({ name, why: 'too-large' });
        return;
      }
      const own = choice.current;
      try {
        // A chunk of its own: it reads YAML.
        const [{ readText }, text] = await Promise.all([import('../workflow-text.ts'), file.text()]);
        const read = readText(text);
        if (own !== choice.current) return;
        if ('why' in read) setUnread({ name, ...read });
        else await tryOut(name, read, false);
      } catch (failure) {
        if (own === choice.current) setUnread({ name, why: 'failed', failure });
      }
    },
    /** Tries the file again. @param prune whether what it lacks is to be removed */
    tryAgain: async (prune: boolean) => {
      if (chosen && !isWorking) await tryOut(chosen.name, chosen.text, prune);
    },
    /** @returns whether it was taken over */
    takeOver: async (): Promise<boolean> => {
      if (chosen?.result.is !== 'plan' || isWorking) return false;
      setWorking(true);
      try {
        const content = chosen.text.content as WorkflowFile;
        const outcome = await takeWorkflow(content, chosen.prune, chosen.result.tag);
        setChosen({ ...chosen, result: { is: 'done', outcome } });
        return true;
      } catch (failure) {
        setChosen({ ...chosen, result: { is: 'failed', failure } });
        return false;
      } finally {
        setWorking(false);
      }
    },
    /** Lets go of the file. While it is taken over, there is no way back. */
    forget: () => {
      if (!isWorking) forget();
    },
  };
}
export type WorkflowFileWork = ReturnType<typeof useWorkflowFile>;
