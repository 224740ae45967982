import type { TemplateResourceType } from '@armarium/contract/record-types';
import { createTransitionTask, type TransitionTask } from '@armarium/contract/transition-tasks';
import { createTransitionTemplate } from '@armarium/contract/transitions';
import { expect } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';

/** Tasks in the order in which they run. */
export type Tasks = readonly [templateName: string, parameters?: Record<string, unknown>][];

let made = 0;

/** Makes a transition with its tasks: of items from Default to In progress, with a name of its own, unless given otherwise. */
export async function madeTransition(
  client: HttpClient,
  tasks: Tasks = [],
  given: {
    readonly name?: string;
    readonly resourceType?: TemplateResourceType;
    readonly itemFromState?: string;
    readonly itemToState?: string;
  } = {},
): Promise<{ uuid: string; name: string; tasks: TransitionTask[] }> {
  made += 1;
  const { status, body } = await client.call(createTransitionTemplate, {
    body: {
      name: `Event ${made}`,
      itemFromState: 'Default',
      itemToState: 'In progress',
      resourceType: 'ITEM',
      ...given,
    },
  });
  expect(status).toBe(201);
  const added: TransitionTask[] = [];
  for (const [templateName, parameters] of tasks) {
    const task = await client.call(createTransitionTask, {
      body: { transitionUuid: body.uuid, templateName, ...(parameters && { parameters }) },
    });
    expect(task).toMatchObject({ status: 201 });
    added.push(task.body);
  }
  return { uuid: body.uuid, name: body.name, tasks: added };
}
