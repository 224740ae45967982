import { listTemplates, type Template } from '@armarium/contract/templates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** The metadata templates of the organisation, page after page (API-085): by priority, then order. */
async function readTemplates({ signal }: { signal: AbortSignal }): Promise<Template[]> {
  const templates: Template[] = [];
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const query = { page, size: 1000, sort: ['resourceType', 'priority', 'order'] };
    const answer = await call(listTemplates, { query, signal });
    templates.push(...answer._embedded.customMetadataTemplates);
    pages = answer.page.totalPages;
  }
  return templates;
}

/** The metadata templates of one kind of record, of all that are read once. They change rarely. */
export function templatesQuery(type: Template['resourceType']) {
  return queryOptions({
    queryKey: ['catalogue', 'templates'],
    queryFn: readTemplates,
    select: (templates) => templates.filter(({ resourceType }) => resourceType === type),
    staleTime: 60_000,
  });
}

export const itemTemplatesQuery = templatesQuery('ITEM');
export const collectionTemplatesQuery = templatesQuery('COLLECTION');
