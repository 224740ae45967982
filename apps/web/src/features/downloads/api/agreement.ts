import { getDownloadAgreement } from '@armarium/contract/downloads';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The agreement in force. Each dialog that opens waits for it anew: a download names what was read in it. */
export const agreementQuery = queryOptions({
  queryKey: ['downloads', 'agreement'],
  queryFn: ({ signal }) => call(getDownloadAgreement, { signal }),
  meta: { inPlace: true },
  staleTime: 0,
  gcTime: 0,
});
