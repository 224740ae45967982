import type { ContentsEntry } from '@armarium/contract/table-of-contents';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import type { ContentsPanelProps } from './contents-panel-props.ts';
import { changed, withEntry, type Outline } from './outline.ts';
import { shortened } from './shortened.ts';
import type { LabelDraft } from './use-label-drafts.ts';

interface LabelSavingOptions extends Pick<
  ContentsPanelProps,
  'labels' | 'present' | 'placeOf' | 'onNewEnded'
> {
  /** Undefined until they are known: a label that is sent before waits for them. */
  entries: Outline | undefined;
  /** The selected entry. */
  entry: ContentsEntry | undefined;
  /** Brings an entry of a list into sight, and selects it. */
  show(entries: Outline, uuid: string | undefined): void;
}

/**
 * Saves a typed label: that of an entry that is there, or a new entry. It is shown at once; where saving fails, the field
 * is there again with what was typed, and says why.
 */
export function useLabelSaving(options: LabelSavingOptions) {
  const { entries, entry, labels, present, placeOf, show, onNewEnded } = options;
  const { t } = useTranslation('contents');
  const waiting = useRef<string>(undefined);
  const saveWaiting = useEffectEvent(() => {
    const draft = labels.drafts.find(({ uuid }) => uuid === waiting.current);
    waiting.current = undefined;
    if (draft) void save(draft);
  });
  const isKnown = entries !== undefined;
  useEffect(() => {
    if (isKnown) saveWaiting();
  }, [isKnown]);
  return save;

  async function save(draft: LabelDraft): Promise<void> {
    if (!entries) {
      waiting.current = draft.uuid;
      return;
    }
    const { uuid, isNew, first, last } = draft;
    const label = draft.text.trim();
    const refuse = (title: string) => labels.change(uuid, { fault: { title, next: '' } });
    if (label === '') return refuse(t('blank'));
    // An entry that somebody else has removed is added again. One that is there already was saved; its answer was lost.
    const standing = entries.find((one) => one.uuid === uuid);
    if (standing?.label === label) return labels.end(uuid);
    const outcome = standing
      ? { entries: changed(entries, uuid, { label }) }
      : withEntry(entries, { uuid, label, first, last }, entry, placeOf);
    if ('obstacle' in outcome) return refuse(t(`not.${outcome.obstacle}`));
    labels.change(uuid, { isSaving: true, fault: undefined });
    show(outcome.entries, uuid);
    if (isNew) onNewEnded(true);
    try {
      await present(
        { contents: outcome.entries },
        t(standing ? 'said.renamed' : 'said.added', { label: shortened(label) }),
        true,
      );
      labels.end(uuid);
    } catch (error) {
      if (!standing) show(entries, entry?.uuid);
      const fault = isProblem(error, 'stale')
        ? { title: t('conflict.title'), next: t('conflict.next') }
        : describeProblem(error);
      labels.change(uuid, { isSaving: false, fault });
    }
  }
}
