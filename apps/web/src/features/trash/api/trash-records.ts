import { listTrashedRecords } from '@armarium/contract/trash-records';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const RECORDS_PER_PAGE = 20;

/** As many items can be given new pressmarks in one restore. */
export const RENAMED_MAX = 1_000;

/** Not under the catalogue's keys, which are fetched again after a restore: the entry is gone by then. */
export const TRASHED_RECORDS = 'trashed-records';

/** What went to the trash with the record of an entry. @param page 1-based */
export function trashedRecordsQuery(uuid: string, page: number) {
  return queryOptions({
    queryKey: [TRASHED_RECORDS, uuid, page],
    queryFn: ({ signal }) =>
      call(listTrashedRecords, {
        params: { uuid },
        query: { page: page - 1, size: RECORDS_PER_PAGE },
        signal,
      }),
    staleTime: 0,
    placeholderData: (previous) => previous,
    meta: { inPlace: true },
  });
}

/** The items of an entry whose pressmarks other items have now. */
export function takenPressmarksQuery(uuid: string) {
  return queryOptions({
    queryKey: [TRASHED_RECORDS, uuid, 'taken'],
    queryFn: ({ signal }) =>
      call(listTrashedRecords, {
        params: { uuid },
        query: { pressmarks: 'taken', size: RENAMED_MAX },
        signal,
      }),
    staleTime: 0,
    meta: { inPlace: true },
  });
}
