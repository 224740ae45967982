import { findTemplatesByResourceType } from '@armarium/contract/templates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The metadata templates of one kind of record: by priority, then order. They change rarely. */
export function templatesQuery(type: 'ITEM' | 'COLLECTION' | 'MEDIA') {
  return queryOptions({
    queryKey: ['catalogue', 'templates', type],
    queryFn: async ({ signal }) => {
      const query = { type, size: 1000, sort: ['priority', 'order'] };
      const page = await call(findTemplatesByResourceType, { query, signal });
      return page._embedded.customMetadataTemplates;
    },
    staleTime: 60_000,
  });
}

export const itemTemplatesQuery = templatesQuery('ITEM');
export const collectionTemplatesQuery = templatesQuery('COLLECTION');
