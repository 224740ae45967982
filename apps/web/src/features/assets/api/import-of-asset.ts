import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callsOf } from '../asset-calls.ts';
import type { AssetKind } from '../asset-kinds.ts';

/** The import of one asset: why it failed, and whether it can be tried again. */
export function importOfAssetQuery(kind: AssetKind, uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'import-of-asset', uuid],
    queryFn: ({ signal }) => call(callsOf[kind].getImport, { params: { uuid }, signal }),
  });
}

/** Runs the failed import of an asset again. @throws ApiProblem `not-retryable` when it has not failed */
export async function retryImport(kind: AssetKind, uuid: string) {
  return call(callsOf[kind].retry, { params: { uuid } });
}
