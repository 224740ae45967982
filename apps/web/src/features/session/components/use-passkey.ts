import { useEffect, useRef, useState } from 'react';
import { withoutAnswer } from '../../../lib/api-problem.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';

/** The code that asks for a passkey. It comes with the first sign that it is wanted: few use it, and all load the page. */
const loadPasskeys = () => import('../api/passkey-sign-in.ts');

export interface PasskeyUse {
  /** Of the fixed account, where somebody else's session must not take over the page. */
  username?: string | undefined;
  onSignedIn(): void;
}

/** The attempts to sign in with a passkey, one at a time. What goes with the page closes the browser's prompt. */
export function usePasskey({ username, onSignedIn }: PasskeyUse) {
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<{ attempt: number; error: unknown }>();
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const signIn = async () => {
    if (isWaiting) return;
    setWaiting(true);
    const attempt = new AbortController();
    underWay.current = attempt;
    try {
      const { signInWithPasskey } = await loadPasskeys().catch(() => {
        throw withoutAnswer();
      });
      await signInWithPasskey(attempt.signal, username);
    } catch (error) {
      setFailure({ attempt: (failure?.attempt ?? 0) + 1, error });
      setWaiting(false);
      return;
    }
    onSignedIn();
  };
  return {
    isWaiting,
    failure: isWaiting ? undefined : failure,
    /** For the control that begins it. The browser prompts only soon after a click, so the code is fetched before. */
    control: {
      ...waitingProps(isWaiting),
      onPointerEnter: fetchBefore,
      onFocus: fetchBefore,
      onClick: () => void signIn(),
    },
  };
}

/** A failure shows itself at the click. */
const fetchBefore = () => void loadPasskeys().catch(() => undefined);
