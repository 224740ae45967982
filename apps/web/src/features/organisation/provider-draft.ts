import type { FieldProblem } from '@armarium/contract/problem';
import {
  SignOnProviderChange,
  signOnRoles,
  type SignOnProvider,
  type SignOnRole,
} from '@armarium/contract/sign-on';
import { fitsRule } from '../../lib/text-rule.ts';
import { isSame } from './setting.ts';

/** A group of the provider, and the role of its members. */
interface GroupLine {
  readonly group: string;
  readonly role: SignOnRole;
}

/** A provider as its form edits it. */
export interface ProviderDraft {
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Empty: the one that is stored stays. */
  readonly clientSecret: string;
  /** The claim that lists the groups; empty where roles are given by hand. */
  readonly claim: string;
  readonly groups: readonly GroupLine[];
  /** Empty: whoever is in none of the groups may not come in. */
  readonly defaultRole: SignOnRole | '';
}
export type ProviderPart = keyof ProviderDraft;

export const newProvider: ProviderDraft = {
  label: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  claim: '',
  groups: [],
  defaultRole: '',
};

export const draftOf = (provider: SignOnProvider): ProviderDraft => ({
  label: provider.label,
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: '',
  claim: provider.groupsClaim ?? '',
  groups: provider.groupRoles,
  defaultRole: provider.defaultRole ?? '',
});

/** What is sent of a provider. @param id undefined of a new one */
export function changeOf(draft: ProviderDraft, id: string | undefined): SignOnProviderChange {
  const claim = draft.claim.trim();
  return {
    ...(id !== undefined && { id }),
    label: draft.label.trim(),
    issuer: draft.issuer.trim(),
    clientId: draft.clientId.trim(),
    ...(draft.clientSecret !== '' && { clientSecret: draft.clientSecret }),
    groupsClaim: claim === '' ? null : claim,
    // Without a claim nobody has a group.
    groupRoles: claim === '' ? [] : draft.groups.map(({ group, role }) => ({ group: group.trim(), role })),
    defaultRole: draft.defaultRole === '' ? null : draft.defaultRole,
  };
}

const parts = Object.keys(newProvider) as ProviderPart[];

/** In what two drafts differ. */
export const changedParts = (one: ProviderDraft, other: ProviderDraft): ProviderPart[] =>
  parts.filter((part) => !isSame(one[part], other[part]));

/** A draft as it may be kept in the browser. */
export const withoutSecret = (draft: ProviderDraft): ProviderDraft => ({ ...draft, clientSecret: '' });

/** The role that a select chose. */
export const roleFrom = (value: string): SignOnRole | '' => signOnRoles.find((role) => role === value) ?? '';

/** What is wrong with a field, as the key of its words. */
export type ProviderFault = 'missing' | 'line' | 'issuer' | 'duplicate' | 'secret' | 'role' | 'refused';
/** By field; a line of the groups by its number, such as `groups.0`. */
export type ProviderFaults = Readonly<Record<string, ProviderFault>>;

/** Whether the secret has to be given: the stored one is of another issuer or client, or there is none. */
export const needsSecret = (base: ProviderDraft, draft: ProviderDraft, isNew: boolean) =>
  isNew || base.issuer !== draft.issuer.trim() || base.clientId !== draft.clientId.trim();

const rules = SignOnProviderChange.properties;

/** What is wrong with the fields, by the rules of the server. @param isNew whether there is no provider yet */
export function faultsOf(base: ProviderDraft, draft: ProviderDraft, isNew: boolean): ProviderFaults {
  const faults: Record<string, ProviderFault> = {};
  const text = (name: string, typed: string, rule: object, fault: ProviderFault) => {
    if (typed.trim() === '') faults[name] = 'missing';
    else if (!fitsRule(rule, typed.trim())) faults[name] = fault;
  };
  text('label', draft.label, rules.label, 'line');
  text('issuer', draft.issuer, rules.issuer, 'issuer');
  text('clientId', draft.clientId, rules.clientId, 'line');
  if (draft.clientSecret === '' && needsSecret(base, draft, isNew)) faults['clientSecret'] = 'secret';
  if (draft.claim.trim() !== '') {
    text('claim', draft.claim, rules.groupsClaim.anyOf[0], 'line');
    for (const [line, { group }] of draft.groups.entries())
      text(`groups.${line}`, group, rules.groupRoles.items.properties.group, 'line');
  }
  return faults;
}

const codes: Readonly<Record<string, ProviderFault>> = {
  required: 'missing',
  'line-form': 'line',
  'issuer-form': 'issuer',
  duplicate: 'duplicate',
  'secret-needed': 'secret',
  'sign-on-role': 'role',
};
const fieldNames: Readonly<Record<string, string>> = {
  label: 'label',
  issuer: 'issuer',
  clientId: 'clientId',
  clientSecret: 'clientSecret',
  groupsClaim: 'claim',
  defaultRole: 'defaultRole',
};

/**
 * What the server found wrong with a provider of the list that it was sent.
 * @param place of the provider that is edited, 0-based. Of two with one issuer the server may name the other
 */
export function faultsFrom(fields: readonly FieldProblem[], place: number): ProviderFaults {
  const faults: Record<string, ProviderFault> = {};
  for (const { name, code } of fields) {
    const [, at, path = ''] = /^signOn\[(\d+)\]\.(.+)$/.exec(name) ?? [];
    if (at === undefined || (Number(at) !== place && code !== 'duplicate')) continue;
    const line = /^groupRoles\[(\d+)\]/.exec(path)?.[1];
    const field = line === undefined ? fieldNames[path] : `groups.${line}`;
    if (field !== undefined) faults[field] = codes[code] ?? 'refused';
  }
  return faults;
}
