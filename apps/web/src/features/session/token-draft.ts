import type { Capability, Reach } from '@armarium/contract/capability';
import type { BodyOf } from '@armarium/contract/operation';
import { tokenCapabilities, TOKEN_DAYS_MAX, type addToken, type Token } from '@armarium/contract/tokens';
import { ApiProblem, isProblem } from '../../lib/api-problem.ts';
import { isDay } from '../../ui/typed-day.ts';

const DAY_ms = 24 * 60 * 60 * 1000;
/** The last day that may be chosen: its end is always near enough. */
const LAST_DAY_AHEAD = TOKEN_DAYS_MAX - 1;

/** What the account may do, and how far that reaches. */
export type Rights = Readonly<Partial<Record<Capability, Reach>>>;

/** The days for which a token is valid, or `own`: until a day that the person chooses. */
export const terms = ['30', '90', '365', 'own'] as const;
type Term = (typeof terms)[number];

/** The term that a select chose. */
export const termFrom = (value: string): Term => terms.find((term) => term === value) ?? '90';

/** A new token as its form edits it. */
export interface TokenDraft {
  readonly name: string;
  readonly term: Term;
  /**
   * Such as `2026-11-28`; empty as long as none is chosen, and else what was typed that is no day. It counts where the
   * term is `own`.
   */
  readonly day: string;
  readonly capabilities: readonly Capability[];
}

export const blankToken: TokenDraft = { name: '', term: '90', day: '', capabilities: ['browse'] };

/** In what two drafts differ. */
export const changedParts = (one: TokenDraft, other: TokenDraft) =>
  (Object.keys(blankToken) as (keyof TokenDraft)[]).filter(
    (part) => String(one[part]) !== String(other[part]),
  );

/** The rights that open the trash with them. `useTrash` has no name of its own, since it follows from these. */
const openTrash: readonly Capability[] = ['trash', 'deleteCollections', 'arrangeStories'];

/** The rights that people are told of. */
export const toldRights = (capabilities: readonly Capability[]) =>
  capabilities.filter((capability) => capability !== 'useTrash');

/** The rights that a person can give to a token. */
export const offeredRights = (held: Rights) =>
  toldRights(tokenCapabilities).filter((capability) => held[capability] !== undefined);

/** The rights that a token gets: those that were chosen and are still held, with what follows from them. */
function givenRights(chosen: readonly Capability[], held: Rights): Capability[] {
  const given = offeredRights(held).filter((capability) => chosen.includes(capability));
  const opensTrash =
    held.useTrash !== undefined && given.some((capability) => openTrash.includes(capability));
  return opensTrash ? [...given, 'useTrash'] : given;
}

/** A day so many days ahead, in the time zone of the person, as a field for dates has it. */
export function dayAhead(days: number, now: Date): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The last day that may be chosen for a token. */
export const lastDay = (now: Date) => dayAhead(LAST_DAY_AHEAD, now);

/** When a token expires: at the end of its last day, in the time zone of the person. */
export function expiryOf({ term, day }: Pick<TokenDraft, 'term' | 'day'>, now: Date): Date {
  // Without an offset it is a local time.
  const end = new Date(`${term === 'own' ? day : dayAhead(Number(term), now)}T23:59:59.999`);
  // Where the clocks were put back meanwhile, the end of the last day is an hour too far ahead.
  return new Date(Math.min(end.getTime(), now.getTime() + TOKEN_DAYS_MAX * DAY_ms));
}

/** What is sent of a draft without faults. */
export const tokenFrom = (draft: TokenDraft, held: Rights, now: Date): BodyOf<typeof addToken> => ({
  name: draft.name.trim(),
  capabilities: givenRights(draft.capabilities, held),
  expiresAt: expiryOf(draft, now).toISOString(),
});

/** What is wrong with a field, as the key of its words. */
export interface TokenFaults {
  readonly name?: 'nameMissing' | 'nameTaken';
  readonly expiresAt?: 'dayMissing' | 'noDay' | 'past' | 'tooLate';
  readonly capabilities?: 'noRight' | 'notHeld';
}

/** What is wrong with the fields, as the server would find it. */
export function faultsOf(draft: TokenDraft, held: Rights, now: Date): TokenFaults {
  const { name, term, day, capabilities } = draft;
  const isOver = day < dayAhead(0, now) ? 'past' : day > lastDay(now) ? 'tooLate' : undefined;
  const ofText = day === '' ? 'dayMissing' : isDay(day) ? isOver : 'noDay';
  const ofDay = term === 'own' ? ofText : undefined;
  return {
    ...(name.trim() === '' && { name: 'nameMissing' }),
    ...(ofDay && { expiresAt: ofDay }),
    ...(givenRights(capabilities, held).length === 0 && { capabilities: 'noRight' }),
  };
}

/** By the name of the field and the code that the server gives it. */
const refusals: Readonly<Record<string, TokenFaults>> = {
  'name required': { name: 'nameMissing' },
  'expiresAt past': { expiresAt: 'past' },
  'expiresAt too-late': { expiresAt: 'tooLate' },
  'capabilities not-held': { capabilities: 'notHeld' },
};

/** What the server found wrong with the fields; nothing where the failure is about none of them. */
export function faultsFrom(failure: unknown): TokenFaults {
  if (isProblem(failure, 'duplicate')) return { name: 'nameTaken' };
  if (!(failure instanceof ApiProblem)) return {};
  const found = failure.problem.fields.map(({ name, code }) => refusals[`${name} ${code}`]);
  return Object.assign({}, ...found) as TokenFaults;
}

/** Whether a token opens nothing any more. @param now in ms since 1970 */
export const isExpired = ({ expiresAt }: Pick<Token, 'expiresAt'>, now = Date.now()) =>
  Date.parse(expiresAt) <= now;
