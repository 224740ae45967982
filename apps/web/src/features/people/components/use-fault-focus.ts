import { useEffect, useState, type RefObject } from 'react';

/**
 * Brings the first field that is marked as wrong into sight, and the focus into it.
 * @returns asks for it, after the faults were set: it comes once their marks are drawn
 */
export function useFaultFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [times, form]);
  return () => setTimes((before) => before + 1);
}
