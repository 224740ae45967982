import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';

const PAUSE_ms = 300;

/**
 * The text of a search field, which is looked for after a pause in typing, or at once by Enter.
 * @param asked the text that is looked for; when another page or a link changes it, the field follows
 */
export function useTypedSearch(asked: string, find: (text: string) => void) {
  const [text, setText] = useState(asked);
  // What this field asked for, and what the address asked for when it was last looked at. The address follows the field a
  // little later, when more may be typed.
  const [own, setOwn] = useState(asked);
  const [seen, setSeen] = useState(asked);
  if (asked !== seen) {
    setSeen(asked);
    if (asked !== own) {
      setOwn(asked);
      setText(asked);
    }
  }
  const findNow = (typed: string) => {
    setOwn(typed.trim());
    find(typed.trim());
  };
  const findLater = useDebouncedCallback(findNow, { delay: PAUSE_ms, flushOnUnmount: false });
  return {
    text,
    type: (typed: string) => {
      setText(typed);
      findLater(typed);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      findLater.cancel();
      findNow(text);
    },
  };
}
