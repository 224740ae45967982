import {
  SAVED_SEARCHES_MAX,
  type SavedSearch,
  type SavedSearchScope,
} from '@armarium/contract/saved-searches';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { useRowChange } from '../../../ui/use-row-change.ts';
import {
  changeSavedSearch,
  forgetSavedSearch,
  ofScope,
  saveSearch,
  savedSearchesQuery,
} from '../api/saved-searches.ts';

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The saved searches, and how one of them is changed. */
function useChanges() {
  const list = useQuery(savedSearchesQuery);
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  /** @returns whether it was done */
  const work = async (change: () => Promise<unknown>): Promise<boolean> => {
    if (isWorking) return false;
    setWorking(true);
    setFailure(undefined);
    try {
      await change();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setWorking(false);
    }
  };
  return { list, searches: list.data ?? [], isWorking, failure, work };
}

export interface SearchToSave {
  /** Path and query of the page of results. */
  readonly address: string;
  /** The name that is offered. */
  readonly name: string;
}

/** The name and the scope under which a search is saved. */
function useNaming({ searches, work }: ReturnType<typeof useChanges>, search: SearchToSave | undefined) {
  const [typed, setTyped] = useState<string>();
  const [scope, setScope] = useState<SavedSearchScope>('own');
  const [fault, setFault] = useState<'missing' | 'full'>();
  const [saved, setSaved] = useState<SavedSearch>();
  const field = useRef<HTMLInputElement>(null);
  const name = typed ?? search?.name ?? '';
  const replaced = searches.find((one) => one.scope === scope && sameName(one.name, name));
  const save = async (address: string) => {
    const isDone = await work(async () => {
      setSaved(
        replaced
          ? await changeSavedSearch(replaced.uuid, { address })
          : await saveSearch({ name: name.trim(), scope, address }),
      );
    });
    if (isDone) setTyped('');
  };
  return {
    field,
    name,
    scope,
    fault,
    saved,
    isReplacing: replaced !== undefined,
    setScope: (to: SavedSearchScope) => {
      setScope(to);
      setFault(undefined);
    },
    type: (text: string) => {
      setTyped(text);
      setFault(undefined);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!search) return;
      if (name.trim() === '') setFault('missing');
      else if (!replaced && ofScope(searches, scope).length >= SAVED_SEARCHES_MAX) setFault('full');
      else void save(search.address);
    },
  };
}

/** What the dialog of saved searches holds, also while it is closed. @param search the one that can be saved */
export function useSavedSearches(search: SearchToSave | undefined) {
  const changes = useChanges();
  const { searches, isWorking, work } = changes;
  const naming = useNaming(changes, search);
  const change = useRowChange({
    isWorking,
    isTaken: (id, name) => {
      const scope = searches.find(({ uuid }) => uuid === id)?.scope;
      return searches.some((one) => one.uuid !== id && one.scope === scope && sameName(one.name, name));
    },
    rename: async (id, name) => ((await work(() => changeSavedSearch(id, { name }))) ? id : undefined),
    remove: (id) => work(() => forgetSavedSearch(id)),
    focusElsewhere: () => naming.field.current?.focus(),
  });
  return { ...changes, naming, change };
}

export type SavedSearches = ReturnType<typeof useSavedSearches>;
