import type { TableLayout } from '@armarium/contract/item-table';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { isSameName } from '../../../ui/same-name.ts';
import { useRowChange } from '../../../ui/use-row-change.ts';
import { useWork } from '../../../ui/use-work.ts';
import { keepLayouts, layoutsQuery } from '../api/item-table.ts';

const LAYOUTS_MAX = 50;

/** The layouts that this person keeps, and how a change of them goes. */
function useKeptLayouts() {
  const kept = useQuery(layoutsQuery);
  const { isWorking, failure, work } = useWork();
  /** @returns whether they were kept */
  const keep = (next: TableLayout[]) => work(() => keepLayouts(next, kept.data?.tag));
  return { kept, layouts: kept.data?.layouts ?? [], isWorking, failure, keep };
}

type KeptLayouts = ReturnType<typeof useKeptLayouts>;

/** The name under which the table as it is now is kept. */
function useNaming({ layouts, keep }: KeptLayouts, columns: readonly string[], sort: string | undefined) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<'nameMissing' | 'full'>();
  const replaced = layouts.find((layout) => isSameName(layout.name, name));
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
    // Another name may have been typed meanwhile.
    void keep(next).then((isKept) => isKept && setName((now) => (now === name ? '' : now)));
  };
  return { name, fault, type, submit, isReplacing: replaced !== undefined };
}

/**
 * What the dialog of the layouts holds, also while it is closed.
 * @param columns the names of those that the table shows
 */
export function useLayouts(columns: readonly string[], sort: string | undefined) {
  const kept = useKeptLayouts();
  const { layouts, isWorking, keep } = kept;
  const naming = useNaming(kept, columns, sort);
  // A layout has no other id than its name.
  const change = useRowChange({
    isWorking,
    isTaken: (id, name) => layouts.some((one) => one.name !== id && isSameName(one.name, name)),
    rename: async (id, name) => {
      const isKept = await keep(layouts.map((one) => (one.name === id ? { ...one, name } : one)));
      return isKept ? name : undefined;
    },
    remove: (id) => keep(layouts.filter((one) => one.name !== id)),
  });
  return { ...kept, naming, change };
}

export type Layouts = ReturnType<typeof useLayouts>;
