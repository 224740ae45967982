import { useState, type FormEvent, type MouseEvent } from 'react';

/** Something with a name that is about to be renamed or deleted. */
interface Changing {
  readonly id: string;
  readonly way: 'rename' | 'delete';
  /** Its new name as it is typed. */
  readonly text: string;
  readonly isTaken: boolean;
}

interface RowChangeOptions {
  /** Whether a change is being sent; then no other begins. */
  isWorking: boolean;
  /** Whether another has this name. */
  isTaken(id: string, name: string): boolean;
  /** @returns the id after the change; undefined where it could not be renamed */
  rename(id: string, name: string): Promise<string | undefined>;
  /** @returns whether it was deleted */
  remove(id: string): Promise<boolean>;
}

/** The state of the lists of `NamedRow` in a dialog: which row is being renamed or deleted, and where the focus goes then. */
export function useRowChange({ isWorking, isTaken, rename, remove }: RowChangeOptions) {
  const [changing, setChanging] = useState<Changing>();
  // The button that comes (back) in place of what had the focus.
  const [changed, setChanged] = useState<Pick<Changing, 'id' | 'way'>>();
  const begin = (id: string, name: string, way: Changing['way']) => {
    if (!isWorking) setChanging({ id, way, text: name, isTaken: false });
  };
  const end = (id: string, way: Changing['way']) => {
    setChanging(undefined);
    setChanged({ id, way });
  };
  const sendName = async ({ id, text }: Changing) => {
    const idAfter = await rename(id, text.trim());
    if (idAfter !== undefined) end(idAfter, 'rename');
  };
  const sendDeletion = async (id: string, next: HTMLElement | null) => {
    if (!(await remove(id))) return;
    setChanging(undefined);
    next?.focus();
  };
  return {
    isWorking,
    changing,
    changed,
    begin,
    cancel: () => {
      if (!isWorking && changing) end(changing.id, changing.way);
    },
    type: (text: string) => {
      if (changing) setChanging({ ...changing, text, isTaken: false });
    },
    rename: (event: FormEvent) => {
      event.preventDefault();
      if (isWorking || !changing || changing.text.trim() === '') return;
      if (isTaken(changing.id, changing.text.trim())) setChanging({ ...changing, isTaken: true });
      else void sendName(changing);
    },
    remove: (event: MouseEvent<HTMLElement>, id: string) => {
      if (!isWorking) void sendDeletion(id, focusAfter(event.currentTarget));
    },
  };
}

export type RowChange = ReturnType<typeof useRowChange>;

/**
 * What gets the focus after the row of a button is gone: the row after it or before it, in any list of the dialog; else
 * the first field of the dialog, or its first button.
 */
function focusAfter(button: HTMLElement): HTMLElement | null {
  const dialog = button.closest('[role=dialog]');
  const row = button.closest('li');
  if (!dialog || !row) return null;
  const rows = [...dialog.querySelectorAll('li')];
  const place = rows.indexOf(row);
  const beside = rows[place + 1] ?? rows[place - 1];
  return (
    beside?.querySelector<HTMLElement>('a, button') ??
    dialog.querySelector<HTMLElement>('input') ??
    dialog.querySelector<HTMLElement>('button')
  );
}
