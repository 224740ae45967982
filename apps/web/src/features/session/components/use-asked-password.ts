import { useState } from 'react';
import { passwordFault } from '../api/password-fault.ts';
import type { PasswordFault } from './own-password-field.tsx';

export type AskedPassword = ReturnType<typeof useAskedPassword>;

/** The own password, which is asked for only once the server wants it: where the sign-in was a while ago. */
export function useAskedPassword() {
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<PasswordFault>();
  return {
    isAsked,
    /** What is sent. */
    password: isAsked ? typed : undefined,
    isMissing: isAsked && typed === '',
    /** Takes a failure that is about the password. */
    take: (failure: unknown) => {
      const found = passwordFault(failure);
      if (found === undefined) return;
      setAsked(true);
      setFault(found === 'wrong' ? { word: 'passwordWrong' } : undefined);
    },
    markMissing: () => setFault({ word: 'passwordMissing' }),
    field: {
      password: typed,
      fault,
      comesLate: true,
      onChange: (password: string) => {
        setTyped(password);
        setFault(undefined);
      },
    },
  };
}
