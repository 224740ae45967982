import { Email } from '@armarium/contract/account-fields';
import type { TaskTemplate } from '@armarium/contract/transition-tasks';
import { fitsRule } from '../../lib/text-rule.ts';

/** A value of a parameter as a form holds it: of TEXT, ENUM and unknown types a text, of BOOLEAN, of ARRAY. */
export type ParameterValue = string | boolean | readonly string[];
type TaskParameter = TaskTemplate['parameters'][number];

/** What is chosen and typed of an action. */
export interface ActionDraft {
  /** The name of its template, empty where none is chosen. */
  readonly template: string;
  /** By the names of the parameters. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

export const blankAction: ActionDraft = { template: '', parameters: {} };

/** The texts of a list without blanks and duplicates, trimmed (back office §5). */
export const cleanedChips = (values: readonly string[]): string[] => [
  ...new Set(values.map((value) => value.trim()).filter((value) => value !== '')),
];

const isText = (value: unknown): value is string => typeof value === 'string';

/** The value of a parameter as its field shows it; a stored value of another type as one of the right type. */
export function valueOf(
  { name, type }: TaskParameter,
  parameters: Readonly<Record<string, unknown>>,
): ParameterValue {
  const value = parameters[name];
  if (type === 'BOOLEAN') return value === true;
  if (type === 'ARRAY') return Array.isArray(value) ? value.filter(isText) : [];
  return isText(value) ? value : '';
}

export const draftOf = (action: {
  readonly templateName: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}): ActionDraft => ({
  template: action.templateName,
  parameters: action.parameters as ActionDraft['parameters'],
});

/** The parameter of a webhook that is never shown. */
export const SECRET = 'secret';
/** Says that there is a secret, and keeps it when it is sent back. */
export const HAS_SECRET = 'hasSecret';
/** Says that the secret did not come along with a workflow file. */
export const SECRET_MISSING = 'secretMissing';

/** Whether a text is an address of mail. The server decides; this marks what it would refuse. */
export const isAddress = (text: string): boolean => fitsRule(Email, text);

/** What of a draft is kept in the tab: all but a secret, as with passwords. */
export function keptAction({ template, parameters }: ActionDraft): ActionDraft {
  const { [SECRET]: _, ...kept } = parameters;
  return { template, parameters: kept };
}

/**
 * The parameters as the server takes them: without what is empty. What says that there is a secret goes along with the
 * parameter of the secret, unless another one is given.
 * @param template leaves out what was filled in for another template; undefined where it is not known
 */
export function sentParameters(
  { parameters }: ActionDraft,
  template?: Pick<TaskTemplate, 'parameters'>,
): Record<string, ParameterValue> {
  const { [SECRET]: secret = '' } = parameters;
  const isGiven = isText(secret) && secret.trim() !== '';
  const isKnown = (name: string) => {
    const ofSecret = name === HAS_SECRET || name === SECRET_MISSING;
    if (ofSecret && isGiven) return false;
    return template?.parameters.some((one) => one.name === (ofSecret ? SECRET : name)) ?? true;
  };
  const filled = Object.entries(parameters).filter(([name]) => isKnown(name));
  const sent = filled.map(([name, value]): [string, ParameterValue] => {
    if (isText(value)) return [name, value.trim()];
    return [name, typeof value === 'boolean' ? value : cleanedChips(value)];
  });
  return Object.fromEntries(
    sent
      .filter(([, value]) => value === true || (typeof value !== 'boolean' && value.length > 0))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** In what two drafts of an action differ. Parameters belong to their template, so both change together. */
export function changedParts(base: ActionDraft, draft: ActionDraft): (keyof ActionDraft)[] {
  const isSame =
    base.template === draft.template &&
    JSON.stringify(sentParameters(base)) === JSON.stringify(sentParameters(draft));
  return isSame ? [] : ['template', 'parameters'];
}

/** The required parameters that are empty (back office §5). */
export function missingParameters(draft: ActionDraft, template: Pick<TaskTemplate, 'parameters'>): string[] {
  const sent = sentParameters(draft);
  return template.parameters
    .filter(({ name, type, required }) => required && type !== 'BOOLEAN' && !Object.hasOwn(sent, name))
    .map(({ name }) => name);
}
