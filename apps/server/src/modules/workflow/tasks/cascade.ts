import { contentsOf } from '../../records/public.ts';
import type { WorkflowTask } from './task.ts';

/** Performs a transition on the contents of a record. */
export const cascade: WorkflowTask = {
  name: 'CASCADE',
  label: 'Perform a transition on what belongs to it',
  kind: 'change',
  parameters: [
    { name: 'to', label: 'To', type: 'ENUM', required: true },
    { name: 'transition', label: 'Transition', type: 'TEXT', required: true },
  ],
  needs: 'contents',
  offered: (parameter, types) => {
    if (parameter !== 'to') return undefined;
    const names = types.map((type) => contentsOf(type).map(({ name }) => name));
    return names.reduce((longest, one) => (one.length > longest.length ? one : longest), []);
  },
  judge: ({ parameters, resourceType }, ground, refuse) => {
    const [to, transition] = [parameters['to'], String(parameters['transition'])];
    const reached = contentsOf(resourceType);
    const contents = reached.find(({ name }) => name === to);
    if (!contents) {
      const names = reached.map(({ name }) => name).join(', ');
      return refuse('to', 'not-in-dictionary', `It must be one of: ${names}.`);
    }
    if (!ground.isTransition(contents.resourceType, transition))
      refuse('transition', 'unknown-transition', `There is no transition "${transition}" of these records.`);
  },
  apply: ({ parameters, cascade: perform }) =>
    perform(String(parameters['to']), String(parameters['transition'])),
};
