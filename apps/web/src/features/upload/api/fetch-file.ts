import { uploadFile, uploadCalls } from '@armarium/contract/uploads';
import { call } from '../../../lib/api-client.ts';
import type { FetchedList } from '../state/file-address.ts';

/**
 * More than the longest `FETCH_MINUTES` (a day): the server keeps the limit of its house and says when it is over, and
 * a file that it still stores must not be given up here.
 */
const FETCH_WITHIN_ms = 24.5 * 60 * 60 * 1000;

/** Has the server fetch a file from its address and store it. */
export function fetchFile(list: FetchedList, url: string, signal: AbortSignal) {
  return call(list === 'pdf' ? uploadCalls.pdf : uploadFile, {
    body: { url },
    signal,
    answerWithin_ms: FETCH_WITHIN_ms,
  });
}
