import { Skeleton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, type Location } from 'react-router';
import { isMissing } from '../../../records/api/missing.ts';
import { Failed } from '../../../ui/failed.tsx';
import { storyQuery } from '../../stories/api/stories.ts';
import { listThatLedHere, storyAddress } from '../../../records/story-address.ts';
import { firstStepsQuery } from '../api/story-steps.ts';
import type { DraftStep } from '../state/draft-step.ts';
import { EditorStore, EditorStoreProvider } from '../state/editor-store.ts';
import { foundDrafts } from '../state/kept-draft.ts';
import { focusStepIfLost } from './focus-if-lost.ts';
import { KeptDraftDialog } from './kept-draft-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import classes from './editor.module.css';
import { SavingProvider, useSaving } from './use-saving.ts';

interface StoryEditorProps {
  storyUuid: string;
  notFound: ReactNode;
  /** The pages below the address of the editor: they share its draft. */
  children: ReactNode;
}

/** Holds the draft of a story above the editor's pages (back office §2.5), so that nothing is lost between them. */
export function StoryEditor({ storyUuid, notFound, children }: StoryEditorProps) {
  const first = useQuery(firstStepsQuery(storyUuid));
  const record = useQuery(storyQuery(storyUuid));
  // What is edited stays, even where the story was deleted meanwhile.
  if (first.data && record.data)
    return (
      <DraftOfStory key={storyUuid} storyUuid={storyUuid} steps={first.data.steps} tag={first.data.tag}>
        {children}
      </DraftOfStory>
    );
  const error = first.error ?? record.error;
  if (error === null)
    return (
      <div className={classes.loading} aria-busy>
        <Skeleton height={36} width={280} />
        <Skeleton height={420} mt="lg" />
      </div>
    );
  if (isMissing(error)) return notFound;
  return (
    <Failed
      error={error}
      headingLevel={1}
      onRetry={() => {
        if (first.error) void first.refetch();
        if (record.error) void record.refetch();
      }}
    />
  );
}

interface DraftOfStoryProps {
  storyUuid: string;
  steps: readonly DraftStep[];
  tag: string | undefined;
  children: ReactNode;
}

function DraftOfStory({ storyUuid, steps, tag, children }: DraftOfStoryProps) {
  const { pathname, state } = useLocation() as Location<unknown>;
  const [store] = useState(() => new EditorStore(storyUuid, steps, tag, listThatLedHere(state)));
  const [found, setFound] = useState(() => foundDrafts(storyUuid, steps));
  useEffect(() => () => store.keepNow(), [store]);
  // The last events that a page gets before it is closed, or suspended by a phone.
  useWindowEvent('pagehide', store.keepNow);
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') store.keepNow();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, [store]);
  const [newest] = found;
  return (
    <EditorStoreProvider value={store}>
      <LeaveGuard />
      <WithSaving>
        {/* A step is picked for the draft that was decided for. */}
        {(newest === undefined || pathname === storyAddress(storyUuid)) && children}
      </WithSaving>
      {newest && (
        <KeptDraftDialog
          key={newest.key}
          found={newest}
          // A second draft would replace this one, so it is offered the next time.
          onTaken={() => {
            setFound([]);
            focusStepIfLost();
          }}
          onDiscarded={() => {
            setFound(found.slice(1));
            focusStepIfLost();
          }}
        />
      )}
    </EditorStoreProvider>
  );
}

/** Saving outlives a page for picking: what failed meanwhile is shown in the editor. */
function WithSaving({ children }: { children: ReactNode }) {
  return <SavingProvider value={useSaving()}>{children}</SavingProvider>;
}
