import { listBatchRecords } from '@armarium/contract/batch-records';
import type { ItemSelection } from '@armarium/contract/item-query';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { batchesKey, POLL_ms } from './batches.ts';

const PER_PAGE = 20;

/** What became of each record of a batch. @param result undefined for all @param page 1-based */
export function batchRecordsQuery(uuid: string, result: string | undefined, page: number, running: boolean) {
  return queryOptions({
    // With the end of the batch they are looked at once more.
    queryKey: [batchesKey, 'records', uuid, result, page, running],
    queryFn: ({ signal }) =>
      call(listBatchRecords, { params: { uuid }, query: { result, page: page - 1, size: PER_PAGE }, signal }),
    refetchInterval: running ? POLL_ms : false,
    staleTime: 0,
    meta: { inPlace: true },
    placeholderData: (previous, query) => (query?.queryKey[2] === uuid ? previous : undefined),
  });
}

/** As many items a selection can name. */
const NAMED_MOST = 10_000;

/** The records that failed in a batch, as a selection: those that a further one can name at once. */
export async function failedOf(uuid: string): Promise<ItemSelection> {
  const uuids: string[] = [];
  for (let page = 0, pages = 1; page < pages && uuids.length < NAMED_MOST; page += 1) {
    const query = { result: 'failed', page, size: 1000 };
    const list = await call(listBatchRecords, { params: { uuid }, query });
    uuids.push(...list._embedded.records.filter(({ _links }) => _links.record).map((one) => one.recordUuid));
    pages = list.page.totalPages;
  }
  return { uuids };
}
