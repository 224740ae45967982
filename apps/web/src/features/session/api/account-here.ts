import { hasSession } from './is-logged.ts';
import { ownUsername } from './own-username.ts';

/** Who is signed in in this browser; undefined where nobody is, and where the server can't say. */
export const accountHere = () =>
  hasSession().then(
    (isOpen) => (isOpen ? ownUsername().catch(() => undefined) : undefined),
    () => undefined,
  );
