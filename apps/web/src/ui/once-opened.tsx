import { Suspense, useState, type ReactNode } from 'react';

/** Draws a dialog from when it is first opened, which fetches its code. Then it stays, for its closing motion. */
export function OnceOpened({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  return wasOpened && <Suspense fallback={null}>{children}</Suspense>;
}
