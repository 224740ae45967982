import { useEffect, useRef, type Dispatch, type SetStateAction } from 'react';
import { fetchFile } from '../api/fetch-file.ts';
import { withAddress, withList, type ChosenFiles } from './chosen-files.ts';
import { failureFrom } from './failure-from.ts';
import type { FetchedList } from './file-address.ts';
import { addFetched } from './file-list.ts';

/** Has the server fetch the file whose address was typed for a list; ends with the component. */
export function useAddressFetch(
  content: ChosenFiles,
  setContent: Dispatch<SetStateAction<ChosenFiles>>,
): (list: FetchedList) => Promise<void> {
  const closing = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    closing.current = controller;
    return () => controller.abort();
  }, []);
  return async (list) => {
    const { signal } = closing.current;
    const note = (how: Parameters<typeof withAddress>[2]) =>
      setContent((before) => withAddress(before, list, how));
    note({ isFetching: true, failure: undefined, fetched: undefined });
    try {
      const stored = await fetchFile(list, content.addresses[list].typed.trim(), signal);
      setContent((before) => withList(before, list, (files) => addFetched(files, stored)));
      note({ typed: '', isFetching: false, fetched: stored.originalFilename });
    } catch (problem) {
      if (!signal.aborted) note({ isFetching: false, failure: failureFrom('upload', problem) });
    }
  };
}
