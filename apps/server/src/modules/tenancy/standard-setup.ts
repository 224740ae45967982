/** The default states and, in this order, the suggested palette (decisions §8). */
export const standardStates = [
  { name: 'Default', color: '#000000' },
  { name: 'In progress', color: '#6b7280' },
  { name: 'In review', color: '#b45309' },
  { name: 'Changes requested', color: '#b91c1c' },
  { name: 'Approved', color: '#1d4ed8' },
  { name: 'Published', color: '#15803d' },
  { name: 'Withdrawn', color: '#7c3aed' },
  { name: 'Archived', color: '#334155' },
] as const;

type Row = readonly [
  name: string,
  label: string,
  priority: 'HIGH' | 'MEDIUM' | 'LOW',
  type: 'STRING' | 'TEXT',
  required?: 'required',
];

const title = ['sgtt', 'Title', 'HIGH', 'STRING', 'required'] as const;
const fields: Readonly<Record<string, readonly Row[]>> = {
  ITEM: [
    title,
    ['pressmark', 'Pressmark', 'HIGH', 'STRING', 'required'],
    ['autn', 'Author', 'MEDIUM', 'STRING'],
    ['sgti', 'Description', 'LOW', 'TEXT'],
  ],
  MEDIA: [title, ['autn', 'Author', 'MEDIUM', 'STRING']],
  COLLECTION: [title, ['sgti', 'Description', 'MEDIUM', 'TEXT']],
  SERIES: [title, ['sgti', 'Description', 'MEDIUM', 'TEXT']],
  STORY: [title, ['autn', 'Author', 'MEDIUM', 'STRING'], ['sgti', 'Description', 'LOW', 'TEXT']],
};

/** The locked standard templates, with their priorities as decisions §4 gives them. */
export const standardTemplates = Object.entries(fields).flatMap(([resource_type, rows]) =>
  rows.map(([name, label, priority, type, required], sort_order) => ({
    resource_type,
    name,
    label,
    type,
    priority,
    sort_order,
    required: required !== undefined,
    searchable: true,
  })),
);
