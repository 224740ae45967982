/** The default states. In this order they are the suggested palette (decisions §8). */
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

const deciding = ['ROLE_METADATA_EDITOR', 'ROLE_PUBLISHER', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN'];
const publishing = ['ROLE_PUBLISHER', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN'];
const archiving = ['ROLE_TENANT_ADMIN', 'ROLE_ADMIN'];

/**
 * The default chain (decisions §8, A-49). A transition without roles is for all who may perform transitions.
 */
const chain: readonly [name: string, from: string, to: string, roles?: readonly string[]][] = [
  ['Start', 'Default', 'In progress'],
  ['Submit', 'In progress', 'In review'],
  ['Request changes', 'In review', 'Changes requested', deciding],
  ['Request changes', 'Approved', 'Changes requested', deciding],
  ['Resubmit', 'Changes requested', 'In review'],
  ['Approve', 'In review', 'Approved', deciding],
  ['Publish', 'Approved', 'Published', publishing],
  ['Revise', 'Published', 'In progress'],
  ['Withdraw', 'Published', 'Withdrawn', publishing],
  ['Reopen', 'Withdrawn', 'In progress'],
  ['Archive', 'Published', 'Archived', archiving],
  ['Archive', 'Withdrawn', 'Archived', archiving],
];

interface StandardTask {
  readonly template_name: string;
  readonly parameters: object;
}

/** Assets have the visibility of their item, so their transitions have no SET_VISIBILITY. */
function standardTasks(transition: string, resourceType: string): StandardTask[] {
  const sets = (visibility: string) =>
    resourceType === 'MEDIA' ? [] : [{ template_name: 'SET_VISIBILITY', parameters: { visibility } }];
  if (transition === 'Withdraw') return sets('private');
  if (transition !== 'Publish') return [];
  const fields = resourceType === 'ITEM' ? ['sgtt', 'pressmark'] : ['sgtt'];
  return [
    { template_name: 'REQUIRE_METADATA', parameters: { fields } },
    { template_name: 'REQUIRE_ASSETS_READY', parameters: {} },
    ...sets('public'),
  ];
}

/** The default transitions with their tasks, for each kind of record (decisions §8, A-50, A-97, A-98). */
export const standardTransitions = ['ITEM', 'COLLECTION', 'MEDIA', 'STORY', 'SERIES'].flatMap(
  (resource_type) =>
    chain.map(([name, from_state, to_state, roles = []], sort_order) => {
      const tasks = standardTasks(name, resource_type);
      return {
        resource_type,
        name,
        from_state,
        to_state,
        roles: [...roles],
        changes_visibility: tasks.some(({ template_name }) => template_name === 'SET_VISIBILITY'),
        sort_order,
        tasks,
      };
    }),
);
