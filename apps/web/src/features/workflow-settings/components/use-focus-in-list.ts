import { useLayoutEffect, useRef, type FocusEvent } from 'react';

/**
 * Keeps the focus in a list whose rows come and go by themselves: where what has it is taken away, its row gets it, else the
 * row in its place, else what stands for the list. Rows can be focused, and carry `data-uuid`.
 * @returns the handlers of the list
 */
export function useFocusInList(list: () => HTMLElement | null, otherwise: () => HTMLElement | null) {
  const last = useRef<{ uuid: string; at: number }>(undefined);
  const rows = () => [...(list()?.querySelectorAll<HTMLElement>(':scope > [data-uuid]') ?? [])];
  useLayoutEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const { uuid, at } = last.current;
    const there = rows();
    const row = there.find(({ dataset }) => dataset['uuid'] === uuid) ?? there[at] ?? there.at(-1);
    (row ?? otherwise())?.focus();
  });
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const at = rows().findIndex((row) => row.contains(target));
      const uuid = rows()[at]?.dataset['uuid'];
      last.current = uuid === undefined ? undefined : { uuid, at };
    },
    // What is taken away while it has the focus is left without this event.
    onBlur: () => {
      last.current = undefined;
    },
  };
}
