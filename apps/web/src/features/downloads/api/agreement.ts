import { getDownloadAgreement } from '@armarium/contract/downloads';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The agreement in force. It is fetched each time that a dialog opens, since each download names what was read. */
export const agreementQuery = queryOptions({
  queryKey: ['downloads', 'agreement'],
  queryFn: ({ signal }) => call(getDownloadAgreement, { signal }),
  staleTime: 0,
});
