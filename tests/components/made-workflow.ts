import type { TemplateResourceType } from '@armarium/contract/record-types';
import { listRoles } from '@armarium/contract/accounts';
import { roles, type Role } from '@armarium/contract/capability';
import {
  createTransitionTask,
  deleteTransitionTask,
  getTransitionTask,
  listTaskTemplates,
  listTransitionTasks,
  orderTransitionTasks,
  updateTransitionTask,
  type TaskTemplate,
  type TransitionTask,
} from '@armarium/contract/transition-tasks';
import {
  createTransitionTemplate,
  deleteTransitionTemplate,
  getTransitionTemplate,
  listTransitionTemplates,
  updateTransitionTemplate,
  type TransitionTemplate,
} from '@armarium/contract/transitions';
import { countItemStates } from '@armarium/contract/usage';
import { Refused, type Answers } from './answers.ts';
import { newUuid } from './made-catalogue.ts';

const link = { href: 'http://armarium.test/' };
const paged = (count: number) => ({
  page: { number: 0, size: 1_000, totalElements: count, totalPages: 1 },
  _links: { self: link, first: link, last: link },
});

export function madeTransition(
  name: string,
  itemFromState: string,
  itemToState: string,
  more: Partial<TransitionTemplate> = {},
): TransitionTemplate {
  const uuid = newUuid();
  return {
    uuid,
    id: uuid,
    name,
    label: name,
    labels: {},
    itemFromState,
    itemToState,
    workflowName: 'default',
    resourceType: 'ITEM',
    roles: [],
    actions: [],
    allowedActions: ['edit', 'delete'],
    _links: { self: link, tasks: link },
    ...more,
  };
}

const parameter = (name: string, type: string, options: string[] = [], required = true) => ({
  name,
  label: name,
  type,
  required,
  options,
});

/** Templates of actions as the server has them, and one that no client knows. */
const taskTemplates: TaskTemplate[] = [
  {
    name: 'REQUIRE_METADATA',
    label: 'Require metadata',
    kind: 'guard',
    parameters: [parameter('fields', 'ARRAY', ['sgtt', 'autn', 'pressmark'])],
  },
  { name: 'REQUIRE_COMMENT', label: 'Require a comment', kind: 'guard', parameters: [] },
  {
    name: 'SET_METADATA',
    label: 'Set metadata',
    kind: 'change',
    parameters: [
      parameter('field', 'ENUM', ['sgtt', 'autn']),
      parameter('value', 'TEXT'),
      parameter('onlyIfEmpty', 'BOOLEAN', [], false),
    ],
  },
  {
    name: 'SEND_EMAIL',
    label: 'Send an e-mail',
    kind: 'effect',
    parameters: [
      parameter('recipients', 'ARRAY'),
      parameter('subject', 'TEXT'),
      parameter('body', 'TEXT'),
      parameter('attachLink', 'BOOLEAN', [], false),
    ],
  },
  {
    name: 'WEBHOOK',
    label: 'Call another server',
    kind: 'effect',
    parameters: [parameter('url', 'TEXT'), parameter('secret', 'TEXT', [], false)],
  },
  {
    name: 'TELL_SOMEBODY',
    label: 'Tell somebody',
    kind: 'change',
    parameters: [parameter('recipients', 'ARRAY'), parameter('colour', 'COLOUR')],
  },
];

/** The transitions of an organisation with their actions, from which the calls that read and change them are answered. */
export class MadeWorkflow {
  readonly transitions: TransitionTemplate[] = [];
  /** How many active accounts hold each role. */
  readonly holders = new Map<Role, number>(roles.map((role) => [role, 1]));
  /** How many items are in each state. */
  readonly counts = new Map<string, number>();
  readonly #versions = new Map<string, number>();

  transition(...given: Parameters<typeof madeTransition>): TransitionTemplate {
    const made = madeTransition(...given);
    this.transitions.push(made);
    return made;
  }

  named(name: string): TransitionTemplate {
    const found = this.transitions.find((one) => one.name === name);
    if (!found) throw new Error(`There is no transition ${name}.`);
    return found;
  }

  /** Changes a transition, as somebody else would too. */
  change(uuid: string, given: Partial<TransitionTemplate>): TransitionTemplate {
    const index = this.transitions.findIndex((one) => one.uuid === uuid);
    const before = this.transitions[index];
    if (!before) throw new Refused('not-found');
    const after = { ...before, ...given };
    // As the server answers where there is no label.
    if (given.label === '') after.label = after.name;
    this.transitions[index] = after;
    this.#versions.set(uuid, this.#version(uuid) + 1);
    return after;
  }

  delete(uuid: string): void {
    const index = this.transitions.findIndex((one) => one.uuid === uuid);
    if (index < 0) throw new Refused('not-found');
    this.transitions.splice(index, 1);
  }

  action(
    transition: TransitionTemplate,
    templateName: string,
    parameters: TransitionTask['parameters'] = {},
  ): string {
    const uuid = newUuid();
    const { actions } = this.#at(transition.uuid);
    this.change(transition.uuid, {
      actions: [...actions, { uuid, templateName, parameters, index: actions.length }],
    });
    return uuid;
  }

  /** Changes an action, as somebody else would. */
  changeAction(name: string, templateName: string, parameters: TransitionTask['parameters']): void {
    const of = this.named(name);
    const actions = of.actions.map((one) => {
      if (one.templateName !== templateName) return one;
      this.#versions.set(one.uuid, this.#version(one.uuid) + 1);
      return { ...one, parameters };
    });
    this.change(of.uuid, { actions });
  }

  /** The actions of a transition by the names of their templates, in order. */
  actionsOf(name: string): string[] {
    return this.named(name).actions.map(({ templateName }) => templateName);
  }

  /** Turns the order of the actions of a transition round, as somebody else would. */
  reverse(name: string): void {
    const { uuid, actions } = this.named(name);
    this.#arrange(uuid, actions.toReversed());
  }

  #version(uuid: string): number {
    return this.#versions.get(uuid) ?? 1;
  }

  #at(uuid: string): TransitionTemplate {
    const found = this.transitions.find((one) => one.uuid === uuid);
    if (!found) throw new Refused('not-found');
    return found;
  }

  #arrange(uuid: string, actions: TransitionTemplate['actions']): void {
    this.change(uuid, { actions: actions.map((one, index) => ({ ...one, index })) });
  }

  #task(uuid: string): { task: TransitionTask; of: TransitionTemplate } {
    for (const of of this.transitions) {
      const action = of.actions.find((one) => one.uuid === uuid);
      if (action) return { task: asTask(action, of), of };
    }
    throw new Refused('not-found');
  }

  #refuseSame({ resourceType, name, itemFromState, itemToState, uuid }: TransitionTemplate): void {
    const isSame = (one: TransitionTemplate) =>
      one.uuid !== uuid &&
      one.resourceType === resourceType &&
      one.name === name &&
      one.itemFromState === itemFromState &&
      one.itemToState === itemToState;
    if (this.transitions.some(isSame)) throw new Refused('duplicate');
  }

  answer(answers: Answers): void {
    let tag = '';
    const headers = {
      get ETag() {
        return tag;
      },
    };
    const refuseStale = (sent: Headers, now: string) => {
      const seen = sent.get('If-Match');
      if (seen !== null && seen !== now) throw new Refused('stale');
    };
    const tagOf = (uuid: string) => `"${this.#version(uuid)}"`;
    const orderTag = ({ actions }: TransitionTemplate) => `"${actions.map(({ uuid }) => uuid).join('-')}"`;
    answers.give(listTransitionTemplates, () => ({
      _embedded: { transitionTemplates: this.transitions },
      ...paged(this.transitions.length),
    }));
    answers.give(
      getTransitionTemplate,
      ({ params: { uuid } }) => {
        tag = tagOf(uuid);
        return this.#at(uuid);
      },
      { headers },
    );
    answers.give(createTransitionTemplate, ({ body }) => {
      const { name, itemFromState, itemToState, label = '', ...more } = body;
      const made = madeTransition(name, itemFromState, itemToState, {
        ...(more as Partial<TransitionTemplate>),
        label: label || name,
      });
      this.#refuseSame(made);
      this.transitions.push(made);
      return made;
    });
    answers.give(updateTransitionTemplate, ({ params: { uuid }, body, headers: sent }) => {
      const before = this.#at(uuid);
      refuseStale(sent, tagOf(uuid));
      this.#refuseSame({ ...before, ...(body as Partial<TransitionTemplate>) });
      return this.change(uuid, body);
    });
    answers.give(deleteTransitionTemplate, ({ params: { uuid }, headers: sent }) => {
      refuseStale(sent, tagOf(uuid));
      this.delete(uuid);
      return undefined;
    });
    answers.give(countItemStates, ({ query: { resourceType } }) => {
      const values =
        resourceType === 'ITEM' ? [...this.counts].map(([value, records]) => ({ value, records })) : [];
      return { records: values.reduce((sum, { records }) => sum + records, 0), values };
    });
    answers.give(listRoles, () => ({
      _embedded: {
        roles: roles.map((name) => ({ name, grantable: true, accounts: this.holders.get(name) ?? 0 })),
      },
      ...paged(roles.length),
    }));
    answers.give(listTaskTemplates, () => ({
      _embedded: { taskTemplates },
      ...paged(taskTemplates.length),
    }));
    answers.give(
      listTransitionTasks,
      ({ query: { transitionUuid } }) => {
        const of = this.#at(transitionUuid);
        tag = orderTag(of);
        return {
          _embedded: { transitionTasks: of.actions.map((action) => asTask(action, of)) },
          ...paged(of.actions.length),
        };
      },
      { headers },
    );
    answers.give(
      getTransitionTask,
      ({ params: { uuid } }) => {
        tag = tagOf(uuid);
        return this.#task(uuid).task;
      },
      { headers },
    );
    answers.give(createTransitionTask, ({ body: { transitionUuid, templateName, parameters = {} } }) => {
      const of = this.transitions.find(({ uuid }) => uuid === transitionUuid);
      if (!of) throw invalid('transitionUuid', 'unknown-transition');
      refuseUnknown(templateName, parameters);
      const isSame = of.actions.some(
        (one) =>
          one.templateName === templateName && JSON.stringify(one.parameters) === JSON.stringify(parameters),
      );
      if (isSame) throw new Refused('duplicate');
      return this.#task(this.action(of, templateName, shownParameters(parameters))).task;
    });
    answers.give(updateTransitionTask, ({ params: { uuid }, body, headers: sent }) => {
      const { of, task } = this.#task(uuid);
      refuseStale(sent, tagOf(uuid));
      const { templateName } = body;
      refuseUnknown(templateName ?? '', body.parameters ?? {});
      const parameters = body.parameters && shownParameters(body.parameters, task.parameters);
      const actions = of.actions.map((one) =>
        one.uuid === uuid
          ? { ...one, ...(templateName !== undefined && { templateName }), ...(parameters && { parameters }) }
          : one,
      );
      this.change(of.uuid, { actions });
      this.#versions.set(uuid, this.#version(uuid) + 1);
      return this.#task(uuid).task;
    });
    answers.give(deleteTransitionTask, ({ params: { uuid }, headers: sent }) => {
      const { of } = this.#task(uuid);
      refuseStale(sent, tagOf(uuid));
      this.#arrange(
        of.uuid,
        of.actions.filter((one) => one.uuid !== uuid),
      );
      return undefined;
    });
    answers.give(
      orderTransitionTasks,
      ({ query: { transitionUuid }, body, headers: sent }) => {
        const of = this.#at(transitionUuid);
        refuseStale(sent, orderTag(of));
        this.#arrange(
          of.uuid,
          body.flatMap((uuid) => of.actions.filter((one) => one.uuid === uuid)),
        );
        tag = orderTag(this.#at(transitionUuid));
        return { success: true as const };
      },
      { headers },
    );
  }
}

const invalid = (name: string, code: string) => new Refused('invalid', [{ name, code, message: 'refused' }]);

/** The parameters as the server shows them: a secret never, but whether there is one. */
function shownParameters(
  { secret, hasSecret, secretMissing, ...shown }: TransitionTask['parameters'],
  before: TransitionTask['parameters'] = {},
): TransitionTask['parameters'] {
  if (secret !== undefined) return { ...shown, hasSecret: true };
  if (hasSecret !== true && secretMissing !== true) return shown;
  return before['hasSecret'] === true ? { ...shown, hasSecret: true } : { ...shown, secretMissing: true };
}

/** Refuses parameters that are of another template, as the server does. */
function refuseUnknown(templateName: string, parameters: TransitionTask['parameters']): void {
  const known = taskTemplates.find(({ name }) => name === templateName)?.parameters ?? [];
  const ofSecret = templateName === 'WEBHOOK' ? ['hasSecret', 'secretMissing'] : [];
  for (const name of Object.keys(parameters))
    if (!ofSecret.includes(name) && !known.some((one) => one.name === name))
      throw invalid(`parameters.${name}`, 'unknown-field');
}

const asTask = (
  action: TransitionTemplate['actions'][number],
  of: { uuid: string; resourceType: TemplateResourceType },
): TransitionTask => ({
  ...action,
  transitionUuid: of.uuid,
  resourceType: of.resourceType,
  _links: { self: link, transition: link },
});
