import * as Type from '@sinclair/typebox/type';
import { byUuid, defineOperation } from './operation.ts';

/** A call that sets the order of the assets of one kind in an item, under a path of its own. */
export function arrangeCall(id: string, path: string, plural: string) {
  return defineOperation({
    id,
    tag: 'Assets',
    access: 'arrangeItems',
    method: 'PUT',
    path: `/meta/culturalItems/:uuid/${path}`,
    summary: `Set the order of the ${plural} of an item: exactly those that it has (else 409), by their self links; honours If-Match of the item`,
    params: byUuid,
    /** One link per line; as JSON a list of them. */
    body: Type.Array(Type.String(), { maxItems: 100_000, contentMediaType: 'text/uri-list', default: [] }),
    responses: { 204: null },
  });
}
