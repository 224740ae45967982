import { getItem } from '@armarium/contract/item-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The item that files were dropped on. */
export function droppedOn(uuid: string) {
  return queryOptions({
    queryKey: ['upload', 'item', uuid],
    queryFn: ({ signal }) => call(getItem, { params: { uuid }, signal }),
  });
}
