import type { Story } from '@armarium/contract/stories';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { isMissing } from '../../../records/api/missing.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { isSaveKey } from '../../../ui/letter-keys.ts';
import { storyQuery } from '../../stories/api/stories.ts';
import { useEditorState, useEditorStore } from '../state/editor-store.ts';
import type { ArrivalField, StepField } from '../state/step-field.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DeletedStory, useSavingAsNew } from './deleted-story.tsx';
import classes from './editor.module.css';
import { EditorHead } from './editor-head.tsx';
import { focusStepIfLost } from './focus-if-lost.ts';
import { NotKept, WhereKept } from './kept-on-machine.tsx';
import type { RenderSharing } from './story-sharing.ts';
import { StepList } from './step-list.tsx';
import { StepStage } from './step-stage.tsx';
import { StepTexts, type TextsTab } from './step-texts.tsx';
import { useStorySaving } from './use-saving.ts';

const panes = ['list', 'step', 'text'] as const;
type Pane = (typeof panes)[number];

/** The editor of a story: steps, the chosen one, and its texts (back office §2.5). On a phone one of the three at a time. */
export function EditorScreen({ sharing }: { sharing: RenderSharing }) {
  const { t } = useTranslation(['storyEditor', 'catalogue']);
  const store = useEditorStore();
  // `StoryEditor` has fetched it before this is rendered; the data stay while it is fetched again.
  const { data: story, error } = useQuery(storyQuery(store.storyUuid));
  const saving = useStorySaving();
  const asNew = useSavingAsNew(story);
  const isGone = isMissing(error) || isProblem(saving.failure, 'not-found');
  const [pane, setPane] = useState<Pane>('list');
  const [tab, setTab] = useState<TextsTab>('commentary');
  const root = useRef<HTMLDivElement>(null);
  const mayEdit = story?.allowedActions.includes('edit') === true;
  useDocumentTitle(story && titleOf(story, t('catalogue:untitled')));
  const showField = useShownField(root, setPane, setTab);

  const onArrival = useEffectEvent(() => {
    const arrival = store.arrive();
    if (arrival !== undefined) showField(store.state().chosen, arrival);
  });
  useEffect(() => onArrival(), []);

  const onStoryRead = useEffectEvent(({ annotations }: Story) => {
    const closed = annotations.filter(({ check }) => check === 'image-not-open');
    const opened = new Set(annotations.map(({ canvasUuid }) => canvasUuid));
    for (const { canvasUuid } of closed) opened.delete(canvasUuid);
    store.dispatch({ type: 'opened', images: opened });
  });
  // A draft that was kept may bring the mark back.
  const isMarked = useEditorState(({ steps }) => steps.some(({ check }) => check === 'image-not-open'));
  useEffect(() => {
    if (story && isMarked) onStoryRead(story);
  }, [story, isMarked]);

  const refused = useEditorState(({ faults }) => faults);
  const onRefused = useEffectEvent(() => {
    const first = store.faultToShow();
    if (first) showField(first.id, fieldOf(first.part));
  });
  useEffect(() => {
    if (refused.length > 0) onRefused();
  }, [refused]);

  useWindowEvent('keydown', (event) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    const isElsewhere = document.querySelector('[aria-modal="true"]') !== null;
    if (mayEdit && !event.repeat && !isElsewhere) void saving.save();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const travel = travelOf(event);
    if (!travel || !mayEdit || !isOurs(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const { chosen } = store.state();
    store.dispatch({ type: travel });
    const now = store.state().chosen;
    // The fields of another step are drawn, and the focus would go with those of this one.
    const field = event.target instanceof Element ? event.target.closest('[data-field]') : null;
    if (now !== chosen && field instanceof HTMLElement) showField(now, fieldOf(field.dataset['field'] ?? ''));
    else focusStepIfLost();
  };
  const openStep = () => {
    setPane('step');
    // On a phone the list is hidden, and the row in it had the focus.
    focusStepIfLost();
  };
  if (!story) return null;
  return (
    <div ref={root} className={classes.editor} onKeyDownCapture={onKeyDown}>
      <EditorHead story={story} mayEdit={mayEdit} saving={saving} onShow={showField} sharing={sharing} />
      {isGone ? (
        <DeletedStory saving={asNew} />
      ) : (
        saving.failure !== undefined && (
          <FailureAlert title={t('saveFailed')} text={describeProblem(saving.failure)}>
            <WhereKept />
          </FailureAlert>
        )
      )}
      <NotKept />
      <SegmentedControl
        className={classes.switch ?? ''}
        fullWidth
        aria-label={t('panes')}
        value={pane}
        onChange={(value) => setPane(value)}
        data={panes.map((value) => ({ value, label: t(`pane.${value}`) }))}
      />
      <div className={classes.panes} data-pane={pane} inert={asNew.isWorking}>
        <section className={`${classes.pane} ${classes.list}`} aria-labelledby="steps-heading">
          <StepList mayEdit={mayEdit} onOpen={openStep} />
        </section>
        <section className={`${classes.pane} ${classes.step}`} aria-labelledby="step-heading">
          <StepStage mayEdit={mayEdit} />
        </section>
        <section className={`${classes.pane} ${classes.text}`} aria-label={t('pane.text')}>
          <StepTexts mayEdit={mayEdit} tab={tab} onTab={setTab} />
        </section>
      </div>
      {saving.conflict && (
        <ConflictDialog
          conflict={saving.conflict}
          confirmWord={t('conflict.save')}
          onSettle={(steps) => {
            saving.settle(steps);
            focusStepIfLost();
          }}
          onCancel={saving.postpone}
        />
      )}
    </div>
  );
}

/** The field that shows a fault of the server. */
function fieldOf(part: string): StepField {
  return part === 'title' || part === 'alt' || part === 'commentary' ? part : 'area';
}

const paneOf: Readonly<Record<ArrivalField, Pane>> = {
  add: 'list',
  preview: 'list',
  title: 'step',
  area: 'step',
  commentary: 'text',
  alt: 'text',
};

/** Chooses a step and brings one of its fields into sight, with the focus in it. */
function useShownField(
  root: RefObject<HTMLElement | null>,
  setPane: (pane: Pane) => void,
  setTab: (tab: TextsTab) => void,
) {
  const store = useEditorStore();
  const [wanted, setWanted] = useState<{ field: ArrivalField }>();
  useEffect(() => {
    if (!wanted) return undefined;
    let tries = 0;
    // A field may be drawn later: the code of the text editor comes when it is first needed.
    const timer = setInterval(() => {
      tries += 1;
      const element = root.current?.querySelector<HTMLElement>(`[data-field="${wanted.field}"]`);
      if (element || tries > 40) clearInterval(timer);
      element?.focus();
      element?.scrollIntoView({ block: 'nearest' });
    }, 50);
    return () => clearInterval(timer);
  }, [wanted, root]);
  return (id: string | undefined, field: ArrivalField) => {
    if (id !== undefined) store.dispatch({ type: 'choose', id });
    if (field === 'commentary') setTab('commentary');
    if (field === 'alt') setTab('settings');
    setPane(paneOf[field]);
    setWanted({ field });
  };
}

/** Whether a key is for the draft: not in a dialog, which React takes for a part of the screen, nor in a field with a draft of its own. */
function isOurs({ currentTarget, target }: KeyboardEvent<HTMLElement>): boolean {
  return (
    target instanceof Element &&
    currentTarget.contains(target) &&
    target.closest('[data-own-undo], [aria-modal="true"]') === null
  );
}

/** Which way a key leads through the changes. */
function travelOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : undefined;
}
