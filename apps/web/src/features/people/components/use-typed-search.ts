import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';

const PAUSE_ms = 300;

/**
 * The text of a search field, which is looked for after a pause in typing, or at once by Enter.
 * @param asked the text that is looked for; when another page or a link changes it, the field follows
 */
export function useTypedSearch(asked: string, find: (text: string) => void) {
  const [text, setText] = useState(asked);
  const [lastAsked, setLastAsked] = useState(asked);
  if (asked !== lastAsked) {
    setLastAsked(asked);
    if (asked !== text.trim()) setText(asked);
  }
  const findLater = useDebouncedCallback((typed: string) => find(typed.trim()), {
    delay: PAUSE_ms,
    flushOnUnmount: false,
  });
  return {
    text,
    type: (typed: string) => {
      setText(typed);
      findLater(typed);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      findLater.cancel();
      find(text.trim());
    },
  };
}
