import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callsOf } from '../asset-calls.ts';
import type { AssetKind } from '../asset-kinds.ts';

const PER_PAGE = 10;

/** The files that an asset has and had, the newest first. @param page 1-based */
export function assetVersionsQuery(kind: AssetKind, uuid: string, page: number) {
  return queryOptions({
    queryKey: ['catalogue', 'asset-versions', uuid, page],
    queryFn: ({ signal }) =>
      call(callsOf[kind].listVersions, {
        params: { uuid },
        query: { page: page - 1, size: PER_PAGE },
        signal,
      }),
    meta: { quiet: true },
  });
}

/** Shows an earlier file of an asset again. @throws ApiProblem 412 `stale` */
export async function bringBack(kind: AssetKind, uuid: string, number: number, ifMatch: string | undefined) {
  await call(callsOf[kind].restoreVersion, { params: { uuid, number }, ifMatch });
}
