import { findRecordChanges, type ChangeAction } from '@armarium/contract/record-changes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const PER_PAGE = 20;

/** What happened to the records that a pressmark or title names, the newest first. @param page 1-based */
export function changesQuery(text: string, action: ChangeAction | undefined, page: number) {
  return queryOptions({
    queryKey: ['catalogue', 'changes', text, action, page],
    queryFn: ({ signal }) =>
      call(findRecordChanges, { query: { text, action, page: page - 1, size: PER_PAGE }, signal }),
    enabled: text !== '',
    meta: { inPlace: true },
    staleTime: 0,
    placeholderData: (previous, query) =>
      query?.queryKey[2] === text && query.queryKey[3] === action ? previous : undefined,
  });
}
