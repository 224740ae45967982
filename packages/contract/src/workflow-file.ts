import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { createItemState } from './item-states.ts';
import { closed, defineOperation } from './operation.ts';
import { TemplateResourceType } from './record-types.ts';
import { oneOf } from './scalar.ts';
import { createTemplate } from './templates.ts';
import { createTransitionTemplate } from './transitions.ts';

/** The version of the workflow file that this program writes, and the only one that it reads. */
export const WORKFLOW_FILE_VERSION = 1;

/** A file that is larger is not read: it would take too long, and be refused as a body. */
export const WORKFLOW_FILE_MAX_BYTES = 4_000_000;

/** The most fields, states or transitions of a file. */
const ENTRIES_MAX = 2_000;

/** A step of a transition. A collection is named by the titles that lead to it from the root, or by its uuid. */
const TaskInFile = Type.Object(
  {
    templateName: Type.String({ maxLength: 100 }),
    parameters: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
  },
  closed,
);

export const FieldInFile = createTemplate.body;
export const StateInFile = createItemState.body;
export const TransitionInFile = Type.Object(
  {
    ...createTransitionTemplate.body.properties,
    tasks: Type.Optional(Type.Array(TaskInFile, { maxItems: 1_000 })),
  },
  closed,
);

/**
 * The fields, states and transitions of an organisation, without uuids, so that another one can take them over (decisions
 * §13). A section that is absent says nothing of what it would hold.
 */
export const WorkflowFile = Type.Object(
  {
    /** Refused unless it is `WORKFLOW_FILE_VERSION`. */
    version: Type.Integer(),
    fields: Type.Optional(Type.Array(FieldInFile, { maxItems: ENTRIES_MAX })),
    states: Type.Optional(Type.Array(StateInFile, { maxItems: ENTRIES_MAX })),
    transitions: Type.Optional(Type.Array(TransitionInFile, { maxItems: ENTRIES_MAX })),
  },
  closed,
);
export type WorkflowFile = Static<typeof WorkflowFile>;

/** What an entry of an outcome is about. `order` is the order of all fields of a kind of record. */
const entry = {
  what: oneOf(['field', 'order', 'state', 'transition']),
  /** Null of a state, which all kinds of records have. */
  resourceType: Type.Union([TemplateResourceType, Type.Null()]),
  /** Empty of an order. */
  name: Type.String(),
  /** Of a transition. */
  itemFromState: Type.Optional(Type.String()),
  itemToState: Type.Optional(Type.String()),
};

export const WorkflowOutcome = Type.Object({
  dryRun: Type.Boolean(),
  changes: Type.Array(
    Type.Object({
      ...entry,
      change: oneOf(['add', 'change', 'remove']),
      /** The properties of the file in which a changed entry differs from before. */
      parts: Type.Array(Type.String()),
    }),
  ),
  /** What the organisation has and the file lacks. */
  left: Type.Array(
    Type.Object({
      ...entry,
      /** `standard`: it is never removed; `used`: records, transitions or tasks use it. */
      why: oneOf(['not-in-file', 'standard', 'used']),
    }),
  ),
});
export type WorkflowOutcome = Static<typeof WorkflowOutcome>;

const workflow = { tag: 'Workflow', access: 'manage', path: '/meta/workflow' } as const;

export const exportWorkflow = defineOperation({
  ...workflow,
  id: 'exportWorkflow',
  method: 'GET',
  summary: 'The fields, states and transitions as a workflow file; the ETag is that of all of it',
  responses: { 200: Type.Required(WorkflowFile) },
});

const Flag = Type.Boolean({ 'x-problem': { code: 'not-a-value', message: 'Write true or false.' } });

export const importWorkflow = defineOperation({
  ...workflow,
  id: 'importWorkflow',
  method: 'POST',
  summary:
    'Take over a workflow file, all of it or nothing; what the file lacks is left and listed. Honours If-Match of the export or of a dry run',
  query: Type.Object({
    /** Says what would change, and changes nothing. */
    dryRun: Type.Optional(Flag),
    /** Removes what the file lacks and nothing uses. */
    prune: Type.Optional(Flag),
  }),
  body: WorkflowFile,
  responses: { 200: WorkflowOutcome },
});
