import type { ItemQuery } from '@armarium/contract/item-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { notifyProblem } from '../../../ui/notify.tsx';
import { wholeList } from '../api/item-table.ts';

/**
 * Prints a list from its first item on.
 * @param beside whether the table shows the surroundings of the items
 * @returns `whole` is the list while it is printed by the button; by the browser's own menu one page is printed
 */
export function useTablePrint(query: ItemQuery, sort: string | undefined, beside: boolean) {
  const { t } = useTranslation('table');
  const [isPrinting, setPrinting] = useState(false);
  const [isPreparing, setPreparing] = useState(false);
  const [whole, setWhole] = useState<Awaited<ReturnType<typeof wholeList>>>();
  const list = JSON.stringify([query, sort]);
  const shownList = useRef<string>(undefined);

  useEffect(() => {
    shownList.current = list;
    return () => {
      shownList.current = undefined;
    };
  }, [list]);

  useEffect(() => {
    // The browser's own menu prints too.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => {
      setPrinting(false);
      setWhole(undefined);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);

  const print = async () => {
    if (isPreparing) return;
    setPreparing(true);
    try {
      const found = await wholeList(query, sort, beside);
      // The user who has left the list would print another page.
      if (shownList.current !== list) return;
      flushSync(() => setWhole(found));
      window.print();
    } catch (error) {
      notifyProblem(error as Error, () => t('printFailed'));
    } finally {
      setPreparing(false);
    }
  };
  return { isPrinting: isPrinting || whole !== undefined, isPreparing, whole, print };
}
