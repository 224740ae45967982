/** Sort names of items on the wire and the columns that they are kept in. */
export const itemSortColumns = {
  sgtt: 'sort_title',
  pressmark: 'sort_pressmark',
  createdDate: 'created_at',
  lastModifiedDate: 'modified_at',
} as const;
export const itemSortNames = Object.keys(itemSortColumns) as (keyof typeof itemSortColumns)[];
