import { createShareLink, listShareLinks, revokeShareLink } from '@armarium/contract/sharing';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const PAGE = 20;

export const shareLinksKey = (recordUuid: string) => ['sharing', 'links', recordUuid];

/** The links of a record, the open ones first. */
export const shareLinksQuery = (recordUuid: string) =>
  infiniteQueryOptions({
    queryKey: shareLinksKey(recordUuid),
    queryFn: ({ signal, pageParam }) =>
      call(listShareLinks, { query: { recordUuid, page: pageParam, size: PAGE }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
    meta: { inPlace: true },
  });

interface WantedLink {
  recordUuid: string;
  note: string;
  /** Until it ends. */
  days: number;
  /** Of a story: images that are not public and that its maker agrees to show. */
  confirmedImages: readonly string[] | undefined;
}

/** Makes a link. @throws ApiProblem 409 `images-not-confirmed` where a story shows others that are not public */
export function makeShareLink({ recordUuid, note, days, confirmedImages }: WantedLink) {
  // A little sooner: of this clock and the server's either may be fast.
  const expiresAt = new Date(Date.now() + days * 24 * 60 * 60 * 1000 - 60_000).toISOString();
  return call(createShareLink, {
    body: { recordUuid, note, expiresAt, ...(confirmedImages && { confirmedImages: [...confirmedImages] }) },
  });
}

export function withdrawShareLink(uuid: string): Promise<void> {
  return call(revokeShareLink, { params: { uuid } });
}
