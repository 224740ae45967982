import { useState, type FormEvent, type MouseEvent } from 'react';

/** Something with a name that is about to be renamed or deleted. */
interface Changing {
  readonly id: string;
  readonly way: 'rename' | 'delete';
  /** The name that it has. */
  readonly name: string;
  /** Its new name as it is typed. */
  readonly text: string;
  readonly isTaken: boolean;
}

interface RowChangeOptions {
  /** Whether a change is being sent; then no other begins. */
  isWorking: boolean;
  /** Whether another has this name. */
  isTaken(id: string, name: string): boolean;
  /** @returns the id that it has then; undefined where it could not be renamed */
  rename(id: string, name: string): Promise<string | undefined>;
  /** @returns whether it was deleted */
  remove(id: string): Promise<boolean>;
  /** Puts the focus where no row is left to have it. */
  focusElsewhere(): void;
}

/** The state of a list of `NamedRow`: which one is being renamed or deleted, and where the focus goes then. */
export function useRowChange({ isWorking, isTaken, rename, remove, focusElsewhere }: RowChangeOptions) {
  const [changing, setChanging] = useState<Changing>();
  // The button that comes (back) in place of what had the focus.
  const [changed, setChanged] = useState<Pick<Changing, 'id' | 'way'>>();
  const begin = (id: string, name: string, way: Changing['way']) => {
    if (!isWorking) setChanging({ id, way, name, text: name, isTaken: false });
  };
  const end = (id: string, way: Changing['way']) => {
    setChanging(undefined);
    setChanged({ id, way });
  };
  const sendName = async ({ id, text }: Changing) => {
    const idThen = await rename(id, text.trim());
    if (idThen !== undefined) end(idThen, 'rename');
  };
  const sendDeletion = async (id: string, beside: HTMLElement | null | undefined) => {
    if (!(await remove(id))) return;
    setChanging(undefined);
    if (beside) beside.focus();
    else focusElsewhere();
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
      if (isWorking) return;
      const row = event.currentTarget.closest('li');
      const beside = row?.nextElementSibling ?? row?.previousElementSibling;
      void sendDeletion(id, beside?.querySelector<HTMLElement>('a, button'));
    },
  };
}

export type RowChange = ReturnType<typeof useRowChange>;
