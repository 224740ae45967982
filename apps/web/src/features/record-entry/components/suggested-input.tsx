import { fold } from '@armarium/contract/folded-text';
import { hasWords } from '@armarium/contract/search-words';
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isOffered, valuesInUseQuery } from '../api/values-in-use.ts';

/** So long nothing is typed before the server is asked. */
const REST_ms = 150;

interface SuggestedInputProps extends Omit<AutocompleteProps, 'name' | 'onChange'> {
  name: string;
  value: string;
  onChange(text: string): void;
}

/** The input of a short text, which offers the values that other items have in the field. Any other text can be typed too. */
export function SuggestedInput({ name, value, onChange, ...parts }: SuggestedInputProps) {
  // What stands in the field already is not looked up: only what is typed is.
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [rested] = useDebouncedValue(typed.trim(), REST_ms);
  const found = useQuery(valuesInUseQuery(name, rested));
  // Those that were found for the text before are shown as long as they fit the present one.
  const text = fold(typed);
  const offered = isOffered(typed.trim())
    ? (found.data ?? []).filter((one) => one !== value && hasWords(fold(one), text))
    : [];
  return (
    <Autocomplete
      {...parts}
      name={name}
      value={value}
      onChange={onChange}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onOptionSubmit={() => setTyped('')}
      data={offered}
      // The server found them.
      filter={({ options }) => options}
      // An empty list would take the Escape key from the dialog.
      dropdownOpened={isOpen && offered.length > 0}
      comboboxProps={{ keepMounted: false }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onBlur={() => {
        setTyped('');
        setOpen(false);
      }}
    />
  );
}
