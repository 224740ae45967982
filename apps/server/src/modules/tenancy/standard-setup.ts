import { DEFAULT_STATE } from '@armarium/contract/item-states';

/**
 * The default states with their Italian labels (decisions §13). In this order their colours are the suggested
 * palette (decisions §8).
 */
export const standardStates = [
  { name: DEFAULT_STATE, color: '#000000', labels: { it: 'Predefinito' } },
  { name: 'In progress', color: '#6b7280', labels: { it: 'In lavorazione' } },
  { name: 'In review', color: '#b45309', labels: { it: 'In revisione' } },
  { name: 'Changes requested', color: '#b91c1c', labels: { it: 'Modifiche richieste' } },
  { name: 'Approved', color: '#1d4ed8', labels: { it: 'Approvato' } },
  { name: 'Published', color: '#15803d', labels: { it: 'Pubblicato' } },
  { name: 'Withdrawn', color: '#7c3aed', labels: { it: 'Ritirato' } },
  { name: 'Archived', color: '#334155', labels: { it: 'Archiviato' } },
] as const;

type Row = readonly [
  name: string,
  label: string,
  italian: string,
  priority: 'HIGH' | 'MEDIUM' | 'LOW',
  type: 'STRING' | 'TEXT',
  required?: 'required',
];

const title = ['sgtt', 'Title', 'Titolo', 'HIGH', 'STRING', 'required'] as const;
const author = ['autn', 'Author', 'Autore', 'MEDIUM', 'STRING'] as const;
const fields: Readonly<Record<string, readonly Row[]>> = {
  ITEM: [
    title,
    ['pressmark', 'Pressmark', 'Segnatura', 'HIGH', 'STRING', 'required'],
    author,
    ['sgti', 'Description', 'Descrizione', 'LOW', 'TEXT'],
  ],
  MEDIA: [title, author],
  COLLECTION: [title, ['sgti', 'Description', 'Descrizione', 'MEDIUM', 'TEXT']],
  SERIES: [title, ['sgti', 'Description', 'Descrizione', 'MEDIUM', 'TEXT']],
  STORY: [title, author, ['sgti', 'Description', 'Descrizione', 'LOW', 'TEXT']],
};

/** The locked standard templates, with their priorities as decisions §4 gives them. */
export const standardTemplates = Object.entries(fields).flatMap(([resource_type, rows]) =>
  rows.map(([name, label, italian, priority, type, required], sort_order) => ({
    resource_type,
    name,
    label,
    labels: { it: italian },
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
const chain: readonly [name: string, italian: string, from: string, to: string, roles?: readonly string[]][] =
  [
    ['Start', 'Inizia', 'Default', 'In progress'],
    ['Submit', 'Invia', 'In progress', 'In review'],
    ['Request changes', 'Richiedi modifiche', 'In review', 'Changes requested', deciding],
    ['Request changes', 'Richiedi modifiche', 'Approved', 'Changes requested', deciding],
    ['Resubmit', 'Invia di nuovo', 'Changes requested', 'In review'],
    ['Approve', 'Approva', 'In review', 'Approved', deciding],
    ['Publish', 'Pubblica', 'Approved', 'Published', publishing],
    ['Revise', 'Rivedi', 'Published', 'In progress'],
    ['Withdraw', 'Ritira', 'Published', 'Withdrawn', publishing],
    ['Reopen', 'Riapri', 'Withdrawn', 'In progress'],
    ['Archive', 'Archivia', 'Published', 'Archived', archiving],
    ['Archive', 'Archivia', 'Withdrawn', 'Archived', archiving],
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
    chain.map(([name, italian, from_state, to_state, roles = []], sort_order) => {
      const tasks = standardTasks(name, resource_type);
      return {
        resource_type,
        name,
        labels: { it: italian },
        from_state,
        to_state,
        roles: [...roles],
        changes_visibility: tasks.some(({ template_name }) => template_name === 'SET_VISIBILITY'),
        sort_order,
        tasks,
      };
    }),
);

/** Whether a field of items still has the English label that the standard setup gives it. */
export const isStandardLabel = (name: string, label: string): boolean =>
  fields['ITEM']?.some((row) => row[0] === name && row[1] === label) ?? false;
