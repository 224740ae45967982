import { isHeldOff, type SignInAttempts } from './sign-in-attempts.ts';
import type { SessionParts } from './session-parts.ts';

/** As `SignInAttempts.judge`, for what opens a session: whoever is held off is counted in the metrics. */
export function judgeSignIn<T>(
  { onSignIn }: Pick<SessionParts, 'onSignIn'>,
  attempts: SignInAttempts,
  ...[address, name, check]: Parameters<typeof attempts.judge<T>>
) {
  return attempts.judge(address, name, check).catch((error: unknown) => {
    if (isHeldOff(error)) onSignIn('held-off');
    throw error;
  });
}
