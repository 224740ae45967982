import { findTemplatesByResourceType } from '@armarium/contract/templates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The metadata templates of items: by priority, then order. They change rarely. */
export const itemTemplatesQuery = queryOptions({
  queryKey: ['catalogue', 'templates', 'ITEM'],
  queryFn: async ({ signal }) => {
    const query = { type: 'ITEM', size: 1000, sort: ['priority', 'order'] } as const;
    const page = await call(findTemplatesByResourceType, {
      query: { ...query, sort: [...query.sort] },
      signal,
    });
    return page._embedded.customMetadataTemplates;
  },
  staleTime: 60_000,
});
