import type { TableLayout } from '@armarium/contract/item-table';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { keepLayouts, layoutsQuery } from '../api/item-table.ts';

const LAYOUTS_MAX = 50;
const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The layouts that this person keeps, and how a change of them goes. */
function useKeptLayouts() {
  const kept = useQuery(layoutsQuery);
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const keep = async (next: TableLayout[], done: () => void) => {
    if (isWorking) return;
    setWorking(true);
    setFailure(undefined);
    try {
      await keepLayouts(next, kept.data?.tag);
      done();
    } catch (error) {
      setFailure(error);
    }
    setWorking(false);
  };
  return { kept, layouts: kept.data?.layouts ?? [], isWorking, failure, keep };
}

type KeptLayouts = ReturnType<typeof useKeptLayouts>;

/** The name under which the table as it is now is kept. */
function useNaming({ layouts, keep }: KeptLayouts, columns: readonly string[], sort: string | undefined) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<'nameMissing' | 'full'>();
  const field = useRef<HTMLInputElement>(null);
  const replaced = layouts.find((layout) => sameName(layout.name, name));
  const type = (text: string) => {
    setName(text);
    setFault(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setFault('nameMissing');
    if (!replaced && layouts.length >= LAYOUTS_MAX) return setFault('full');
    const layout = { name: replaced?.name ?? name.trim(), columns: [...columns], ...(sort && { sort }) };
    const next = replaced ? layouts.map((one) => (one === replaced ? layout : one)) : [...layouts, layout];
    void keep(next, () => setName(''));
  };
  return { field, name, fault, type, submit, isReplacing: replaced !== undefined };
}

/** A layout that is about to be renamed or deleted. */
interface LayoutChange {
  readonly name: string;
  readonly way: 'rename' | 'delete';
  /** Its new name as it is typed. */
  readonly text: string;
  readonly isTaken: boolean;
}

/** The change of one of the layouts. @param focusName puts the focus where no layout is left to have it */
function useLayoutChange({ layouts, isWorking, keep }: KeptLayouts, focusName: () => void) {
  const [changing, setChanging] = useState<LayoutChange>();
  // The button that comes (back) in place of what had the focus.
  const [changed, setChanged] = useState<Pick<LayoutChange, 'name' | 'way'>>();
  const begin = (name: string, way: LayoutChange['way']) => {
    if (!isWorking) setChanging({ name, way, text: name, isTaken: false });
  };
  const end = (name: string, way: LayoutChange['way']) => {
    setChanging(undefined);
    setChanged({ name, way });
  };
  const cancel = () => {
    if (!isWorking && changing) end(changing.name, changing.way);
  };
  const type = (text: string) => {
    if (changing) setChanging({ ...changing, text, isTaken: false });
  };
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (!changing || changing.text.trim() === '') return;
    const text = changing.text.trim();
    if (layouts.some((one) => one.name !== changing.name && sameName(one.name, text)))
      return setChanging({ ...changing, isTaken: true });
    const next = layouts.map((one) => (one.name === changing.name ? { ...one, name: text } : one));
    void keep(next, () => end(text, 'rename'));
  };
  const remove = (event: MouseEvent<HTMLButtonElement>, layout: TableLayout) => {
    const row = event.currentTarget.closest('li');
    const beside = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button');
    void keep(
      layouts.filter((one) => one !== layout),
      () => {
        setChanging(undefined);
        if (beside) beside.focus();
        else focusName();
      },
    );
  };
  return { changing, changed, begin, cancel, type, rename, remove };
}

/**
 * What the dialog of the layouts holds, also while it is closed.
 * @param columns the names of those that the table shows
 */
export function useLayouts(columns: readonly string[], sort: string | undefined) {
  const kept = useKeptLayouts();
  const naming = useNaming(kept, columns, sort);
  const change = useLayoutChange(kept, () => naming.field.current?.focus());
  return { ...kept, naming, change };
}

export type Layouts = ReturnType<typeof useLayouts>;
