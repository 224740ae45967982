import { useEffect, useState, type RefObject } from 'react';

/**
 * Brings the first field that is marked as wrong into sight, and the focus into it.
 * @returns asks for it, after the faults were set: it comes once their marks are drawn
 */
export function useFaultFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault] button:enabled')?.focus();
  }, [times, form]);
  return () => setTimes((before) => before + 1);
}

/** Gives the focus to the first field of a form, where what had it is gone. */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input:enabled:not([type=file])')?.focus();
}
