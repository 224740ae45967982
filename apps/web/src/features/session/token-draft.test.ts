import { problems } from '@armarium/contract/problem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../lib/api-problem.ts';
import {
  blankToken,
  expiryOf,
  faultsFrom,
  faultsOf,
  isExpired,
  lastDay,
  offeredRights,
  tokenFrom,
  type Rights,
} from './token-draft.ts';

const DAY_ms = 24 * 60 * 60 * 1000;
const draft = { ...blankToken, name: 'Nightly export' };

describe('the end of a token', () => {
  beforeEach(() => void vi.stubEnv('TZ', 'Europe/Rome'));
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    ['30', '2026-12-28T22:59:59.999Z'],
    ['90', '2027-02-26T22:59:59.999Z'],
    ['365', '2027-11-28T22:59:59.999Z'],
  ] as const)('is that of the last of %s days where the person is', (term, end) => {
    // The 28th begins there at 23:00 of the 27th in UTC.
    const early = new Date('2026-11-27T23:30:00.000Z');
    const late = new Date('2026-11-28T22:30:00.000Z');
    expect(expiryOf({ term, day: '' }, early).toISOString()).toBe(end);
    expect(expiryOf({ term, day: '' }, late).toISOString()).toBe(end);
  });

  it('is that of the chosen day', () => {
    const now = new Date('2026-11-28T12:00:00.000Z');
    expect(expiryOf({ term: 'own', day: '2026-11-28' }, now).toISOString()).toBe('2026-11-28T22:59:59.999Z');
    expect(expiryOf({ term: 'own', day: '2027-07-01' }, now).toISOString()).toBe('2027-07-01T21:59:59.999Z');
  });

  it('is never more than 366 days ahead, also where the clocks are put back meanwhile', () => {
    // In 2028 the clocks are put back in the night of the 29th of October, in 2029 in that of the 28th.
    for (const moment of [
      '2026-11-27T23:00:00.000Z',
      '2026-11-28T22:59:59.000Z',
      '2028-10-28T22:00:30.000Z',
    ]) {
      const now = new Date(moment);
      const ahead_ms = expiryOf({ term: 'own', day: lastDay(now) }, now).getTime() - now.getTime();
      expect(ahead_ms).toBeLessThanOrEqual(366 * DAY_ms);
      expect(ahead_ms).toBeGreaterThan(364 * DAY_ms);
      expect(faultsOf({ ...draft, term: 'own', day: lastDay(now) }, { browse: 'all' }, now)).toEqual({});
    }
  });
});

describe('the rights of a token', () => {
  const held: Rights = { browse: 'all', edit: 'own', trash: 'own', useTrash: 'own', manageTenants: 'all' };
  const now = new Date('2026-11-28T12:00:00.000Z');
  const givenOf = (capabilities: (typeof draft.capabilities)[number][], rights = held) =>
    tokenFrom({ ...draft, capabilities }, rights, now).capabilities;

  it('are offered as far as they are held, and reach no other organisation', () => {
    expect(offeredRights(held)).toEqual(['browse', 'edit', 'trash']);
  });

  it('include the trash where something may be restored, and nothing that is no longer held', () => {
    expect(givenOf(['edit', 'browse'])).toEqual(['browse', 'edit']);
    expect(givenOf(['trash', 'publish'])).toEqual(['trash', 'useTrash']);
    expect(givenOf(['trash'], { trash: 'own' })).toEqual(['trash']);
  });
});

describe('a token that cannot be made', () => {
  const now = new Date(2026, 10, 28, 12);
  const faults = (of: Partial<typeof draft>, held: Rights = { browse: 'all' }) =>
    faultsOf({ ...draft, ...of }, held, now);

  it('has no name, no right that is held, or no day within reach', () => {
    expect(faults({})).toEqual({});
    expect(faults({ name: ' ' })).toEqual({ name: 'nameMissing' });
    expect(faults({ capabilities: [] })).toEqual({ capabilities: 'noRight' });
    expect(faults({}, { edit: 'all' })).toEqual({ capabilities: 'noRight' });
    expect(faults({ term: 'own' })).toEqual({ expiresAt: 'dayMissing' });
    for (const day of ['abc', '31/02/2027', '01/01/202', '2027-02-31'])
      expect(faults({ term: 'own', day })).toEqual({ expiresAt: 'noDay' });
    expect(faults({ term: 'own', day: '2026-11-27' })).toEqual({ expiresAt: 'past' });
    expect(faults({ term: 'own', day: '2026-11-28' })).toEqual({});
    expect(faults({ term: 'own', day: '2027-11-28' })).toEqual({});
    expect(faults({ term: 'own', day: '2027-11-29' })).toEqual({ expiresAt: 'tooLate' });
    expect(faults({ term: '30', day: '2020-01-01' })).toEqual({});
  });

  it('is refused by the server for a field, or for something else', () => {
    const refused = (code: keyof typeof problems, ...fields: [string, string][]) =>
      faultsFrom(
        new ApiProblem(problems[code].status, {
          ...{ type: '', title: '', status: 0, detail: '', requestId: '', code },
          fields: fields.map(([name, of]) => ({ name, code: of, message: '' })),
        }),
      );
    expect(refused('invalid', ['expiresAt', 'too-late'], ['capabilities', 'not-held'])).toEqual({
      expiresAt: 'tooLate',
      capabilities: 'notHeld',
    });
    expect(refused('invalid', ['name', 'required'], ['expiresAt', 'past'])).toEqual({
      name: 'nameMissing',
      expiresAt: 'past',
    });
    expect(refused('duplicate')).toEqual({ name: 'nameTaken' });
    expect(refused('invalid', ['password', 'password-needed'])).toEqual({});
    expect(refused('tokens-full')).toEqual({});
    expect(faultsFrom(new Error('lost'))).toEqual({});
  });
});

it('a token opens nothing from the moment of its end', () => {
  const expiresAt = '2026-11-28T22:59:59.999Z';
  expect(isExpired({ expiresAt }, Date.parse(expiresAt) - 1)).toBe(false);
  expect(isExpired({ expiresAt }, Date.parse(expiresAt))).toBe(true);
});
