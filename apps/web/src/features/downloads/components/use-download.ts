import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { translate } from '../../../lib/i18n.ts';
import { describeProblem, problemText, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { download, type ArchiveProgress, type WantedFile } from '../api/download.ts';

export interface DownloadState {
  readonly phase: 'choosing' | 'checking' | 'waiting';
  /** Of the archive, while it is waited for and being made. */
  readonly progress: ArchiveProgress | undefined;
  readonly failure: ProblemText | undefined;
  /** @returns whether the browser has begun to load the file */
  run(wanted: WantedFile, agreement: ReadAgreement): Promise<boolean>;
  stop(): void;
}

/** The agreement that was read. */
export interface ReadAgreement {
  readonly version: string;
  /** Asks whether another one is in force by now. */
  hasChanged(): Promise<boolean>;
}

/** One download: whether it may begin, the wait for it, and why it failed. */
export function useDownload(): DownloadState {
  const [phase, setPhase] = useState<DownloadState['phase']>('choosing');
  const [progress, setProgress] = useState<ArchiveProgress>();
  const [failure, setFailure] = useState<ProblemText>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return {
    phase,
    progress,
    failure,
    run: async (wanted, agreement) => {
      const { signal } = (running.current = new AbortController());
      setFailure(undefined);
      setPhase('checking');
      setProgress(undefined);
      const onWaiting = (made: ArchiveProgress | undefined) => {
        setPhase('waiting');
        setProgress(made);
      };
      try {
        await download(wanted, { agreement: agreement.version, signal, onWaiting });
        return true;
      } catch (error) {
        const failure = await describeFailure(error, agreement);
        if (!signal.aborted) {
          setPhase('choosing');
          setFailure(failure);
        }
        return false;
      }
    },
    stop: () => {
      running.current?.abort();
      setPhase('choosing');
      setFailure(undefined);
    },
  };
}

/** By the status, since the answer of a HEAD has no body that says more. */
const ownWords: Readonly<Record<number, string>> = {
  400: 'refused',
  409: 'notReady',
  500: 'unavailable',
  503: 'unavailable',
};

async function describeFailure(error: unknown, agreement: ReadAgreement): Promise<ProblemText> {
  if (!(error instanceof ApiProblem)) return describeProblem(error);
  if (error.status === 429) return problemText('too-many-archives');
  if (error.status === 409 && (await agreement.hasChanged())) return problemText('agreement-changed');
  const own = ownWords[error.status];
  if (own === undefined) return describeProblem(error);
  return {
    title: translate(`downloads:problems.${own}.title`),
    next: translate(`downloads:problems.${own}.next`),
  };
}
