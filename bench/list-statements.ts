/**
 * The two statements of a page of a collection as apps/server/src/modules/catalogue/record.queries.ts asks
 * them, for somebody to whom no policy applies: the tenant stands in the condition instead.
 */
export const linksStatement = {
  name: 'links',
  text: `select item_uuid from item_link where tenant_id = $1 and collection_uuid = $2
    order by sort_title, item_uuid limit $3 offset $4`,
} as const;

export const itemsStatement = {
  name: 'items',
  text: `select item.*, array(select link.collection_uuid from item_link link
      where link.tenant_id = item.tenant_id and link.item_uuid = item.uuid
      order by link.linked_at, link.collection_uuid) as parents
    from item where tenant_id = $1 and uuid = any($2::uuid[]) and trashed_at is null`,
} as const;

/** The same two as a script of pgbench, which hands the uuids from the one to the other as one text. */
export function pgbenchScript(page: {
  tenantId: number;
  collection: string;
  size: number;
  offset: number;
}): string {
  const filled = (text: string, values: readonly (string | number)[]) =>
    text.replace(/\s+/g, ' ').replace(/\$(\d)/g, (_, place: string) => String(values[Number(place) - 1]));
  const links = filled(linksStatement.text, [page.tenantId, `'${page.collection}'`, page.size, page.offset]);
  const items = filled(itemsStatement.text, [page.tenantId, ':uuids']);
  return `select array_agg(item_uuid)::text as uuids from (${links}) page \\gset\n${items};\n`;
}
