import { expect, it } from 'vitest';
import { signOnChanges } from './sign-on-changes.ts';

const university = {
  label: 'University',
  issuer: 'https://id.example.org',
  clientId: 'armarium',
  groupsClaim: null,
  groupRoles: [],
  defaultRole: null,
};
const city = { ...university, label: 'City', issuer: 'https://city.example' };

it('tells what was added and removed', () => {
  expect(signOnChanges([university], [{ ...city, clientSecret: 'changed' }])).toEqual([
    { kind: 'added', label: 'City' },
    { kind: 'removed', label: 'University' },
  ]);
});

it('tells what of a provider was changed, also its issuer or its label', () => {
  expect(
    signOnChanges(
      [university, city],
      [
        { ...university, issuer: 'https://id.example.org/realm', clientSecret: 'changed' },
        { ...city, label: 'Town', defaultRole: 'ROLE_USER' },
      ],
    ),
  ).toEqual([
    { kind: 'changed', label: 'University', parts: ['issuer', 'clientSecret'] },
    { kind: 'changed', label: 'Town', parts: ['label', 'defaultRole'] },
  ]);
});

it('tells another order, and nothing of what is no list', () => {
  expect(signOnChanges([university, city], [city, university])).toEqual([{ kind: 'order' }]);
  expect(signOnChanges(null, [city])).toBeUndefined();
});
