import {
  SAVED_SEARCH_NAME_MAX_CHARACTERS,
  SAVED_SEARCHES_MAX,
  type SavedSearchScope,
} from '@armarium/contract/saved-searches';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/notify.tsx';
import { isSameName } from '../../../ui/same-name.ts';
import { useRowChange } from '../../../ui/use-row-change.ts';
import { useWork } from '../../../ui/use-work.ts';
import {
  changeSavedSearch,
  forgetSavedSearch,
  ofScope,
  saveSearch,
  savedSearchesQuery,
} from '../api/saved-searches.ts';

export interface SearchToSave {
  /** Path and query of the page of results. */
  readonly address: string;
  /** The name that is offered. */
  readonly name: string;
  /** Whether the user may save searches for everybody in the organisation. */
  readonly mayShare: boolean;
}

/** The saved searches, and how one of them is changed. */
function useChanges() {
  const list = useQuery(savedSearchesQuery);
  return { list, searches: list.data ?? [], ...useWork() };
}

/** The name and the scope under which a search is saved. */
function useNaming({ searches, work }: ReturnType<typeof useChanges>, search: SearchToSave | undefined) {
  const { t } = useTranslation('savedSearches');
  // What was typed for one search is not offered for another.
  const [typed, setTyped] = useState<{ text: string; for: string | undefined }>();
  const [scope, setScope] = useState<SavedSearchScope>('own');
  const [fault, setFault] = useState<'missing' | 'full'>();
  const offered = search?.name.slice(0, SAVED_SEARCH_NAME_MAX_CHARACTERS) ?? '';
  const text = typed && typed.for === search?.address ? typed.text : offered;
  const replaced = searches.find((one) => one.scope === scope && isSameName(one.name, text));
  const save = async (address: string) => {
    const name = replaced?.name ?? text.trim();
    const isDone = await work(() =>
      replaced ? changeSavedSearch(replaced.uuid, { address }) : saveSearch({ name, scope, address }),
    );
    if (!isDone) return;
    notify('success', { title: t('saved', { name }) });
    // Another name may have been typed meanwhile.
    setTyped((now) => (now === typed ? { text: '', for: address } : now));
  };
  return {
    text,
    scope,
    fault,
    isReplacing: replaced !== undefined,
    setScope: (to: SavedSearchScope) => {
      setScope(to);
      setFault(undefined);
    },
    type: (text: string) => {
      setTyped({ text, for: search?.address });
      setFault(undefined);
    },
    /** Offers the name again where none is typed. */
    begin: () => setTyped((now) => (now?.text.trim() === '' ? undefined : now)),
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!search) return;
      if (text.trim() === '') setFault('missing');
      else if (!replaced && ofScope(searches, scope).length >= SAVED_SEARCHES_MAX) setFault('full');
      else void save(search.address);
    },
  };
}

/** What the dialog of saved searches holds, also while it is closed. @param search the one that can be saved */
export function useSavedSearches(search: SearchToSave | undefined) {
  const changes = useChanges();
  const { searches, isWorking, work, forgetFailure } = changes;
  const naming = useNaming(changes, search);
  const change = useRowChange({
    isWorking,
    isTaken: (id, name) => {
      const scope = searches.find(({ uuid }) => uuid === id)?.scope;
      return searches.some((one) => one.uuid !== id && one.scope === scope && isSameName(one.name, name));
    },
    rename: async (id, name) => ((await work(() => changeSavedSearch(id, { name }))) ? id : undefined),
    remove: (id) => work(() => forgetSavedSearch(id)),
  });
  const leave = () => {
    forgetFailure();
    naming.begin();
  };
  return { ...changes, naming, change, leave };
}

export type SavedSearches = ReturnType<typeof useSavedSearches>;
