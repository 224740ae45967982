import {
  SHARE_LINK_MAX_DAYS,
  SHARE_LINK_NOTE_MAX,
  SHARE_LINKS_MAX,
  type ShareLink,
} from '@armarium/contract/sharing';
import type { FieldProblem } from '@armarium/contract/problem';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What stands against another link of a record. @param note as it is to be kept */
export function newLinkProblems(
  { expiresAt, note }: { readonly expiresAt: Date; readonly note: string },
  { visibility, openLinks }: { readonly visibility: string; readonly openLinks: number },
  now: Date,
): FieldProblem[] {
  const left_ms = expiresAt.getTime() - now.getTime();
  return [
    ...(left_ms > 0
      ? []
      : [{ name: 'expiresAt', code: 'past', message: 'The moment at which it ends is over already.' }]),
    ...(left_ms <= SHARE_LINK_MAX_DAYS * DAY_MS
      ? []
      : [
          {
            name: 'expiresAt',
            code: 'too-late',
            message: `A link opens a record for at most ${SHARE_LINK_MAX_DAYS} days.`,
          },
        ]),
    // Composed, some letters are longer than as they were sent.
    ...([...note].length <= SHARE_LINK_NOTE_MAX
      ? []
      : [
          {
            name: 'note',
            code: 'too-long',
            message: `At most ${SHARE_LINK_NOTE_MAX} characters fit.`,
          },
        ]),
    ...(visibility === 'restricted'
      ? [
          {
            name: 'recordUuid',
            code: 'restricted',
            message: 'Links cannot open restricted records. Make it private first.',
          },
        ]
      : []),
    ...(openLinks < SHARE_LINKS_MAX
      ? []
      : [
          {
            name: 'recordUuid',
            code: 'too-many',
            message: `It has ${SHARE_LINKS_MAX} open links. Withdraw those that nobody needs.`,
          },
        ]),
  ];
}

export function linkState(
  { expires_at, revoked_at }: { readonly expires_at: Date; readonly revoked_at: Date | null },
  now: Date,
): ShareLink['state'] {
  if (revoked_at !== null) return 'revoked';
  return now < expires_at ? 'open' : 'expired';
}
