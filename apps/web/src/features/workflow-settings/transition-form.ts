import { reachOf, roles, type Role } from '@armarium/contract/capability';
import type { TransitionTemplate } from '@armarium/contract/transitions';

/** The workflow of a transition that names none. */
const DEFAULT_WORKFLOW = 'default';

/** The roles that may perform transitions at all (decisions §3). */
export const performingRoles: readonly Role[] = roles.filter(
  (role) => reachOf('transition', [role], 'all') !== undefined,
);

/** The roles that may change who sees a record. */
export const publishingRoles: readonly Role[] = roles.filter(
  (role) => reachOf('publish', [role], 'all') !== undefined,
);

/** The template of the action that changes who sees a record. */
const SET_VISIBILITY = 'SET_VISIBILITY';

/** Whether a transition changes who sees the record: then the publishing roles alone may perform it. */
export const changesVisibility = ({ actions }: Pick<TransitionTemplate, 'actions'>): boolean =>
  actions.some(({ templateName }) => templateName === SET_VISIBILITY);

/** What is typed and chosen of a transition. */
export interface TransitionDraft {
  /** The event name. */
  readonly name: string;
  /** What people read in its place, empty where they read the event name. */
  readonly label: string;
  readonly en: string;
  readonly it: string;
  /** Names of states, empty where none is chosen. */
  readonly from: string;
  readonly to: string;
  readonly workflow: string;
  /** The only ones that may perform it; null: all that may perform transitions, or publish, where it does that. */
  readonly roles: readonly Role[] | null;
}

export const blankTransition: TransitionDraft = {
  name: '',
  label: '',
  en: '',
  it: '',
  from: '',
  to: '',
  workflow: DEFAULT_WORKFLOW,
  roles: null,
};

/** The roles to which a transition is narrowed; null where it is open to all that may perform what it does. */
function narrowedRoles(transition: TransitionTemplate): readonly Role[] | null {
  const { roles } = transition;
  // The server answers the publishing roles where an action changes the visibility.
  const isForPublishers =
    changesVisibility(transition) && publishingRoles.every((role) => roles.includes(role));
  return roles.length > 0 && !isForPublishers ? roles : null;
}

export function draftOf(transition: TransitionTemplate): TransitionDraft {
  const { name, label, labels, itemFromState, itemToState, workflowName } = transition;
  return {
    name,
    // The server answers the name where there is no label.
    label: label === name ? '' : label,
    en: labels.en ?? '',
    it: labels.it ?? '',
    from: itemFromState,
    to: itemToState,
    workflow: workflowName,
    roles: narrowedRoles(transition),
  };
}

const cleaned = (draft: TransitionDraft): TransitionDraft => ({
  name: draft.name.trim(),
  label: draft.label.trim(),
  en: draft.en.trim(),
  it: draft.it.trim(),
  from: draft.from,
  to: draft.to,
  workflow: draft.workflow.trim() || DEFAULT_WORKFLOW,
  // In the order of the list of roles, so that two drafts can be compared.
  roles: draft.roles && roles.filter((role) => draft.roles?.includes(role)),
});

export type TransitionPart = keyof TransitionDraft;
const parts = Object.keys(blankTransition) as TransitionPart[];

/** In what two drafts of a transition differ. */
export function changedParts(base: TransitionDraft, draft: TransitionDraft): TransitionPart[] {
  const [one, other] = [cleaned(base), cleaned(draft)];
  return parts.filter((part) => String(one[part]) !== String(other[part]));
}

/** The body that makes the transition of a draft, but for the kind of records. */
export function bodyOf(draft: TransitionDraft) {
  const { name, label, en, it, from, to, workflow, roles } = cleaned(draft);
  return {
    name,
    label,
    labels: { en, it },
    itemFromState: from,
    itemToState: to,
    workflowName: workflow,
    roles: [...(roles ?? [])],
  };
}

/** The body that changes a transition from what it was to the draft. */
export function changesOf(base: TransitionDraft, draft: TransitionDraft): Partial<ReturnType<typeof bodyOf>> {
  const changed = new Set(changedParts(base, draft));
  const body = bodyOf(draft);
  return {
    ...(changed.has('name') && { name: body.name }),
    // An empty label of the server is the name that it had.
    ...((changed.has('label') || changed.has('name')) && { label: body.label }),
    ...((changed.has('en') || changed.has('it')) && { labels: body.labels }),
    ...(changed.has('from') && { itemFromState: body.itemFromState }),
    ...(changed.has('to') && { itemToState: body.itemToState }),
    ...(changed.has('workflow') && { workflowName: body.workflowName }),
    ...(changed.has('roles') && { roles: body.roles }),
  };
}

/** Whether all is there that a transition needs (back office §5). */
export const isComplete = ({ name, from, to, roles }: TransitionDraft): boolean =>
  name.trim() !== '' && from !== '' && to !== '' && (roles === null || roles.length > 0);

/** The three that no two transitions of a kind of records have in common. */
export const isSameCombination = (one: TransitionDraft, other: TransitionDraft): boolean =>
  one.name.trim() === other.name.trim() && one.from === other.from && one.to === other.to;
