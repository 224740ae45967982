import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { pressmarkHolder } from '../api/pressmark-holder.ts';
import type { ChosenItem } from './existing-items.tsx';
import type { NewItem } from './new-item-form.tsx';

const LOOKUP_DELAY_MS = 350;

export type ItemChoice = ReturnType<typeof useItemChoice>;

/**
 * The item that the wizard's first step asks for: a new one, whose pressmark has to be free, or an existing one.
 * @param isAsked the step is shown
 * @param onSettled the step is filled in
 */
export function useItemChoice(isAsked: boolean, onSettled: () => void) {
  const queryClient = useQueryClient();
  const [tab, setTab] = useState<'new' | 'existing'>('new');
  const [newItem, setNewItem] = useState<NewItem>({ title: '', author: '', pressmark: '' });
  const [titleMissing, setTitleMissing] = useState(false);
  const [chosen, setChosen] = useState<ChosenItem>();
  const [checking, setChecking] = useState(false);
  const titleInput = useRef<HTMLInputElement>(null);
  const pressmarkInput = useRef<HTMLInputElement>(null);

  const pressmark = newItem.pressmark.trim();
  const [typed] = useDebouncedValue(pressmark, LOOKUP_DELAY_MS);
  const lookup = useQuery({ ...pressmarkHolder(typed), enabled: typed !== '' && isAsked });
  // An answer holds for the pressmark that was looked up, not for one that was typed since.
  const isLookedUp = typed === pressmark && pressmark !== '';
  const lookupError = isLookedUp && !lookup.isFetching ? lookup.error : null;

  const changeNewItem = (value: NewItem) => {
    setNewItem(value);
    if (value.title.trim() !== '') setTitleMissing(false);
  };
  const goOn = async (event?: FormEvent) => {
    event?.preventDefault();
    if (checking) return;
    if (tab === 'existing') {
      if (chosen !== undefined) onSettled();
      return;
    }
    if (pressmark === '') return pressmarkInput.current?.focus();
    if (newItem.title.trim() === '') {
      setTitleMissing(true);
      titleInput.current?.focus();
      return;
    }
    setChecking(true);
    try {
      const taken = await queryClient.fetchQuery({ ...pressmarkHolder(pressmark), staleTime: 0 });
      if (taken === null) onSettled();
      else pressmarkInput.current?.focus();
    } catch {
      // The field shows it, and Continue stays ready for another try.
    } finally {
      setChecking(false);
    }
  };

  return {
    tab,
    setTab,
    newItem,
    changeNewItem,
    titleMissing,
    titleInput,
    pressmarkInput,
    chosen,
    setChosen,
    /** Who has the pressmark: null where it is free, undefined while that is unknown. */
    holder: isLookedUp && lookupError === null ? lookup.data : undefined,
    lookupError,
    looking: typed !== pressmark || lookup.isFetching,
    checking,
    /** Goes on to the next step, or to the field that has to be filled in first. */
    goOn,
    isFilled: tab === 'new' ? pressmark !== '' : chosen !== undefined,
    hasInput:
      chosen !== undefined ||
      [newItem.title, newItem.author, newItem.pressmark].some((text) => text.trim() !== ''),
  };
}
