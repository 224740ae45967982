import type { SignOnProvider } from '@armarium/contract/sign-on';
import { describe, expect, it } from 'vitest';
import {
  changeOf,
  draftOf,
  faultsFrom,
  faultsOf,
  newProvider,
  type ProviderDraft,
} from './provider-draft.ts';

const provider: SignOnProvider = {
  id: '3f1b9d0e-8f0c-4f6e-9a39-0a4f0d1c2b3a',
  label: 'University',
  issuer: 'https://id.example.org',
  clientId: 'armarium',
  groupsClaim: 'groups',
  groupRoles: [{ group: 'cataloguers', role: 'ROLE_METADATA_EDITOR' }],
  defaultRole: null,
};
const stored = draftOf(provider);
const faults = (change: Partial<ProviderDraft>, isNew = false) =>
  faultsOf(isNew ? newProvider : stored, { ...stored, ...change }, isNew);

describe('the form of a provider', () => {
  it('sends back what was read, and no secret where none was typed', () => {
    expect(changeOf(stored, provider.id)).toEqual(provider);
    expect(changeOf({ ...stored, clientSecret: ' s ' }, undefined)).toMatchObject({ clientSecret: ' s ' });
  });

  it('sends no groups without a claim, and no space around what was typed', () => {
    const typed = { ...stored, claim: ' ', label: ' Library ', issuer: ' https://id.example.org ' };
    expect(changeOf(typed, undefined)).toEqual({
      label: 'Library',
      issuer: 'https://id.example.org',
      clientId: 'armarium',
      groupsClaim: null,
      groupRoles: [],
      defaultRole: null,
    });
  });

  it('needs the secret of a new one, and of another issuer or client', () => {
    expect(faults({})).toEqual({});
    expect(faults({ issuer: 'https://id.example.org/' })).toEqual({ clientSecret: 'secret' });
    expect(faults({ clientId: 'other' })).toEqual({ clientSecret: 'secret' });
    expect(faults({ clientId: 'other', clientSecret: 's' })).toEqual({});
    expect(faults({}, true)).toEqual({ clientSecret: 'secret' });
  });

  it('names what is missing, and what the server would refuse', () => {
    const groups = [{ group: ' ', role: 'ROLE_USER' as const }];
    expect(faults({ label: '', issuer: 'id.example.org', clientSecret: 's', groups })).toEqual({
      label: 'missing',
      issuer: 'issuer',
      'groups.0': 'missing',
    });
    expect(faults({ label: 'x'.repeat(101), claim: '', groups })).toEqual({ label: 'line' });
  });
});

describe('what the server found', () => {
  const fault = (name: string, code: string) => ({ name, code, message: '' });

  it('is taken where it is about this provider', () => {
    const found = [
      fault('signOn[1].issuer', 'issuer-form'),
      fault('signOn[1].groupRoles[2].group', 'line-form'),
      fault('signOn[1].groupsClaim', 'brand-new'),
      fault('signOn[0].label', 'line-form'),
      fault('displayName', 'line-form'),
    ];
    expect(faultsFrom(found, 1)).toEqual({ issuer: 'issuer', 'groups.2': 'line', claim: 'refused' });
  });

  it('is taken too where another has the same issuer', () => {
    expect(faultsFrom([fault('signOn[3].issuer', 'duplicate')], 0)).toEqual({ issuer: 'duplicate' });
  });
});
