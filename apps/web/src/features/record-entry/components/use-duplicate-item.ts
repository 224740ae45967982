import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { notify } from '../../../ui/notify.tsx';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { usePressmarkHints } from '../../../records/components/pressmark-hints.tsx';
import { useItemAddress } from '../../../records/item-address.ts';
import { copiedItemQuery, freePressmarkQuery } from '../api/copied-item.ts';
import { enterRecord } from '../api/enter-record.ts';
import { isFilled, newRecordFaults } from '../record-faults.ts';
import { changedFields, draftOf, listOf, withoutFields, type RecordDraft } from '../record-form.ts';
import { useFaultWords } from './use-new-record-form.ts';
import { useRefusals } from './use-refusals.ts';

const PRESSMARK = 'pressmark';

/**
 * The draft of an item with the metadata of another one, and its saving.
 * @param onDone the copy was saved, and its page is opened
 */
export function useDuplicateItem(item: Item, templates: readonly Template[], onDone: () => void) {
  const { t } = useTranslation('entry');
  const navigate = useNavigate();
  const { collectionUuid = '' } = useParams();
  const name = `duplicate.${item.uuid}`;
  const [restored] = useState(() => recallDraft<RecordDraft>(name));
  /** The fields that differ from the record: the others are those that it has now. */
  const [typed, setTyped] = useState(restored);
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [hasTried, setTried] = useState(false);
  const refusals = useRefusals();
  const fields = useRef<HTMLDivElement>(null);

  const source = useQuery(copiedItemQuery(item.uuid));
  const parents = source.data?.parents ?? [];
  // Where one came from, if the copy goes there too.
  const addressOf = useItemAddress([], parents.includes(collectionUuid) ? collectionUuid : undefined);
  // A new record has no archived fields.
  const copied = (source.data?.list ?? []).filter(
    (entry) => entry.name !== PRESSMARK && templates.some((template) => template.name === entry.name),
  );
  const start = draftOf(copied, templates);
  const draft: RecordDraft = { ...start, ...typed };
  const list = listOf(draft, copied, templates);

  const { data: free } = useQuery(freePressmarkQuery(item.pressmark));
  const proposal = isFilled(draft[PRESSMARK]) ? undefined : (free ?? undefined);
  const hints = usePressmarkHints(draft[PRESSMARK]?.[0]?.trim() || (proposal ?? ''));
  const taken: Readonly<Record<string, string>> =
    hints.fault === undefined ? {} : { [PRESSMARK]: hints.fault };
  const found = newRecordFaults(draft, templates);
  const wrong = Object.keys({ ...found, ...refused, ...taken });
  const faults = { ...useFaultWords(found, hasTried), ...refused, ...taken };

  const focusFirst = (names: readonly string[]) => {
    const inputs = fields.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [];
    [...inputs].find(({ dataset }) => names.includes(dataset['field'] ?? ''))?.focus();
  };
  const isRead = source.data !== undefined;
  useEffect(() => {
    if (isRead) fields.current?.querySelector<HTMLElement>(`[data-field=${PRESSMARK}]`)?.focus();
  }, [isRead]);

  const change = (next: RecordDraft) => {
    // What is sent by now is saved as it is.
    if (isSaving) return;
    const changed = changedFields(start, next);
    const own = Object.fromEntries(changed.map((field) => [field, next[field] ?? ['']]));
    setTyped(own);
    setRefused(withoutFields(refused, changedFields(draft, next)));
    keepDraft(name, changed.length > 0 ? own : undefined);
  };
  const forget = () => keepDraft(name, undefined);
  const save = async () => {
    if (wrong.length > 0) {
      setTried(true);
      return focusFirst(wrong);
    }
    setSaving(true);
    const uuid = await enterRecord(list, parents).finally(() => setSaving(false));
    forget();
    const pressmark = String(list.find((entry) => entry.name === PRESSMARK)?.value ?? '');
    notify('success', { title: t('duplicate.saved', { pressmark }) });
    onDone();
    void recordsChanged();
    void navigate(addressOf({ uuid, parentCollectionsUuids: [...parents] }));
  };
  const refuse = (failure: unknown) => {
    if (isProblem(failure, 'pressmark-taken')) {
      setRefused({ [PRESSMARK]: t('pressmark.taken') });
      return focusFirst([PRESSMARK]);
    }
    const known = Object.entries(refusals(failure, list)).filter(([field]) => field in draft);
    setRefused(Object.fromEntries(known));
    // A collection may be gone by now: the next try goes into those that there are.
    if (isProblem(failure, 'invalid')) void source.refetch();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    // A list of values takes its own keys.
    if (event.defaultPrevented || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const isSave = event.ctrlKey || event.metaKey;
    if (isSave && !event.repeat) fields.current?.closest('form')?.requestSubmit();
    const isInput = target instanceof HTMLInputElement;
    const takes = !isSave && isInput && target.dataset['field'] === PRESSMARK && proposal !== undefined;
    if (takes) change({ ...draft, [PRESSMARK]: [proposal] });
    // A key that is held down does not go on to send what it took.
    if (isSave || takes || (isInput && event.repeat)) event.preventDefault();
  };
  return {
    source,
    fields,
    isRestored: restored !== undefined,
    draft,
    change,
    faults,
    proposal,
    hints,
    isWrong: wrong.length > 0,
    save,
    refuse,
    forget,
    onKeyDown,
  };
}
