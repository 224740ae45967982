import { WEBHOOK_TASK } from '@armarium/contract/transition-tasks';
import { findTask } from './tasks/known-tasks.ts';
import type { Task } from './transition.ts';

type Parameters = Readonly<Record<string, unknown>>;
type SomeTask = Pick<Task, 'templateName' | 'parameters'>;

/**
 * The parameters of a task as they are shown. Those of an effect name people and servers outside: they are for those who
 * manage. A secret is never shown; `hasSecret` says that there is one, `secretMissing` that it did not come along with a
 * workflow file.
 */
export function shownParameters({ templateName, parameters }: SomeTask, mayManage: boolean): Parameters {
  if (!mayManage && findTask(templateName)?.kind === 'effect') return {};
  if (templateName !== WEBHOOK_TASK) return parameters;
  const { secret, ...shown } = parameters;
  return secret === undefined ? shown : { ...shown, hasSecret: true };
}

/** The parameters of a task in a workflow file, which holds no secret. */
export function parametersInFile(task: SomeTask): Parameters {
  const { secretMissing, ...shown } = shownParameters(task, true);
  return secretMissing === true ? { ...shown, hasSecret: true } : shown;
}

/**
 * Takes what `shownParameters` adds from given parameters, so that what was read can be sent back.
 * @param before the task that is changed, whose secret stays where `hasSecret` is sent back without another
 * @returns the parameters, and whether the webhook is to have a secret that nobody has given yet
 */
export function givenParameters(
  { templateName, parameters }: SomeTask,
  before: SomeTask | undefined,
): { parameters: Parameters; isSecretMissing: boolean } {
  if (templateName !== WEBHOOK_TASK) return { parameters, isSecretMissing: false };
  const { hasSecret, secretMissing, ...given } = parameters;
  const isGiven = given['secret'] !== undefined && given['secret'] !== '' && given['secret'] !== null;
  if (isGiven || (hasSecret !== true && secretMissing !== true))
    return { parameters: given, isSecretMissing: false };
  const secret = before?.templateName === WEBHOOK_TASK ? before.parameters['secret'] : undefined;
  if (secret === undefined) return { parameters: given, isSecretMissing: true };
  return { parameters: { ...given, secret }, isSecretMissing: false };
}
