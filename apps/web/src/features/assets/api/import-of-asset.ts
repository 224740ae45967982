import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { AssetKind } from '../asset-kinds.ts';

/** Loaded where an import failed: the page of an item begins without them. */
const callsOf = async (kind: AssetKind) => (await import('../asset-calls.ts')).callsOf[kind];

/** The import of one asset: why it failed, and whether it can be tried again. */
export function importOfAssetQuery(kind: AssetKind, uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'import-of-asset', uuid],
    queryFn: async ({ signal }) => call((await callsOf(kind)).getImport, { params: { uuid }, signal }),
  });
}

/** Runs the failed import of an asset again. @throws ApiProblem `not-retryable` when it has not failed */
export async function retryImport(kind: AssetKind, uuid: string) {
  return call((await callsOf(kind)).retry, { params: { uuid } });
}
