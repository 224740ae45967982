import { getTechnical } from '@armarium/contract/technical';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { Asset } from '../asset-kinds.ts';

/** What the file of an asset says about itself. Another version has another file, which is asked for anew. */
export function technicalQuery({ uuid, sha256 }: Pick<Asset, 'uuid' | 'sha256'>) {
  return queryOptions({
    queryKey: ['catalogue', 'technical', uuid, sha256],
    queryFn: ({ signal }) => call(getTechnical, { params: { uuid }, signal }),
    meta: { quiet: true },
  });
}
