import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { translate } from '../../../lib/i18n.ts';
import { describeProblem, problemText, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { download, type ArchiveProgress, type LeftOut, type WantedFile } from '../api/download.ts';
import type { Crop } from '../variant.ts';

export interface DownloadState {
  readonly phase: 'choosing' | 'checking' | 'waiting';
  /** Of the archive, while it is waited for and being made. */
  readonly progress: ArchiveProgress | undefined;
  readonly failure: ProblemText | undefined;
  /** What the archive that the browser has begun to load lacks. */
  readonly leftOut: LeftOut | undefined;
  /** @returns what has begun: the download of all, or of an archive that lacks images; undefined where it failed */
  run(
    wanted: WantedFile & { readonly part?: WantedPart | undefined },
    agreement: ReadAgreement,
  ): Promise<'all' | 'some' | undefined>;
  /** Takes back what the last archive lacked: it says nothing of the next one. */
  forgetLeftOut(): void;
  stop(): void;
}

/** A part that is asked for of an image, in its pixels. */
export interface WantedPart extends Crop {
  /** Of the image. */
  readonly name: string;
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
  const [leftOut, setLeftOut] = useState<LeftOut>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return {
    phase,
    progress,
    failure,
    leftOut,
    run: async (wanted, agreement) => {
      const { signal } = (running.current = new AbortController());
      setFailure(undefined);
      setLeftOut(undefined);
      setPhase('checking');
      setProgress(undefined);
      const onWaiting = (made: ArchiveProgress | undefined) => {
        setPhase('waiting');
        setProgress(made);
      };
      try {
        const lacking = await download(wanted, { agreement: agreement.version, signal, onWaiting });
        setPhase('choosing');
        setLeftOut(lacking);
        return lacking ? 'some' : 'all';
      } catch (error) {
        const failure = await describeFailure(error, agreement, wanted.part);
        if (!signal.aborted) {
          setPhase('choosing');
          setFailure(failure);
        }
        return undefined;
      }
    },
    forgetLeftOut: () => setLeftOut(undefined),
    stop: () => {
      running.current?.abort();
      setPhase('choosing');
      setFailure(undefined);
      setLeftOut(undefined);
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

async function describeFailure(
  error: unknown,
  agreement: ReadAgreement,
  part: WantedPart | undefined,
): Promise<ProblemText> {
  if (!(error instanceof ApiProblem)) return describeProblem(error);
  if (error.status === 429) return problemText('too-many-archives');
  if (error.status === 409 && (await agreement.hasChanged())) return problemText('agreement-changed');
  if (error.status === 400 && part)
    return {
      title: translate('downloads:problems.noPart.title', { ...part }),
      next: translate('downloads:problems.noPart.next'),
    };
  const own = ownWords[error.status];
  if (own === undefined) return describeProblem(error);
  return {
    title: translate(`downloads:problems.${own}.title`),
    next: translate(`downloads:problems.${own}.next`),
  };
}
