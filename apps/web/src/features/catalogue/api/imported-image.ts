import { getImportedImage } from '@armarium/contract/imports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The import of one image: why it failed, and whether it can be tried again. */
export function importedImageQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'imported-image', uuid],
    queryFn: ({ signal }) => call(getImportedImage, { params: { uuid }, signal }),
  });
}
