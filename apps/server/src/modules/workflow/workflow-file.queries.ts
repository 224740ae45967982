import { isDeepStrictEqual } from 'node:util';
import type { Role } from '@armarium/contract/capability';
import type { Labels } from '@armarium/contract/labels';
import {
  FieldInFile,
  StateInFile,
  TransitionInFile,
  WORKFLOW_FILE_VERSION,
  type WorkflowFile,
} from '@armarium/contract/workflow-file';
import type { Static, TObject } from '@sinclair/typebox';
import type { TenantQueries } from '../../db/database.ts';
import { orderVersion } from '../../http/entity-tag.ts';
import { collectionsAtPaths, pathKey, rootUuid, titlePaths } from '../catalogue/public.ts';
import { allFields } from '../records/public.ts';
import { parametersInFile } from './task-parameters.ts';
import { collectionNamed } from './tasks/link-to-collection.ts';
import type { FieldType, WorkflowNow } from './workflow-file.rules.ts';
import { allTransitions } from './workflow.queries.ts';

/** Reads all that a workflow file holds. */
export async function workflowNow(db: TenantQueries): Promise<WorkflowNow> {
  const fields = await allFields(db);
  const states = await db
    .selectFrom('item_state')
    .select(['uuid', 'name', 'color', 'labels'])
    .orderBy('sort_order')
    .orderBy('uuid')
    .execute();
  const transitions = await allTransitions(db);
  const linked = transitions.flatMap(({ tasks }) =>
    tasks.flatMap(({ parameters }) => collectionNamed(parameters) ?? []),
  );
  const paths = await titlePaths(db, [...new Set(linked)]);
  const atPaths =
    paths.size === 0 ? new Map() : await collectionsAtPaths(db, await rootUuid(db), [...paths.values()]);
  /** Keeps the uuid of a collection that its titles don't lead to, or not to it alone. */
  const parametersOf = (parameters: Readonly<Record<string, unknown>>) => {
    const uuid = collectionNamed(parameters)?.toLowerCase() ?? '';
    const path = paths.get(uuid);
    return path && isDeepStrictEqual(atPaths.get(pathKey(path)), [uuid])
      ? { ...parameters, collection: [...path] }
      : { ...parameters };
  };
  return {
    fields: fields.map(({ type, enumValues, ...field }) => ({
      ...field,
      type: type as FieldType,
      enumValues: [...enumValues],
    })),
    states: states.map((state) => ({ ...state, labels: state.labels as Labels })),
    transitions: transitions.map((transition) => ({
      uuid: transition.uuid,
      name: transition.name,
      label: transition.label,
      labels: transition.labels,
      itemFromState: transition.fromState,
      itemToState: transition.toState,
      workflowName: transition.workflowName,
      roles: [...transition.roles] as Role[],
      resourceType: transition.resourceType,
      tasks: transition.tasks.map((task) => ({
        templateName: task.templateName,
        parameters: parametersOf(parametersInFile(task)),
      })),
    })),
  };
}

/** The properties of an entry that its schema has, in the order in which the answer of the call has them: required ones first. */
function inOrderOf<Schema extends TObject>(schema: Schema, entry: object): Static<Schema> {
  const all = Object.keys(schema.properties);
  const isRequired = (name: string) => schema.required?.includes(name) === true;
  const names = [...all.filter(isRequired), ...all.filter((name) => !isRequired(name))].filter(
    (name) => name in entry,
  );
  return Object.fromEntries(names.map((name) => [name, entry[name as keyof typeof entry]]));
}

/** The workflow file of what an organisation has. */
export const asFile = ({ fields, states, transitions }: WorkflowNow): Required<WorkflowFile> => ({
  version: WORKFLOW_FILE_VERSION,
  fields: fields.map((one) => inOrderOf(FieldInFile, one)),
  states: states.map((one) => inOrderOf(StateInFile, one)),
  transitions: transitions.map((one) => inOrderOf(TransitionInFile, one)),
});

/** The version of all that a workflow file holds. */
export const workflowVersion = (now: WorkflowNow): string => orderVersion([JSON.stringify(asFile(now))]);
