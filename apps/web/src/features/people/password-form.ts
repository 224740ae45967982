import { Password } from '@armarium/contract/account-fields';

/** What is typed to change the password; it is kept nowhere. */
export interface PasswordDraft {
  readonly old: string;
  readonly next: string;
  readonly confirmed: string;
}

/** What is wrong with a field, as the key of its words below `profile:fault`. */
export type PasswordFault = 'oldMissing' | 'oldWrong' | 'short' | 'long' | 'differs';
export type PasswordFaults = Partial<Record<keyof PasswordDraft, PasswordFault>>;

/** What is wrong before anything is sent (back office §5). */
export function passwordFaults({ old, next, confirmed }: PasswordDraft): PasswordFaults {
  const { minLength = 0, maxLength = Infinity } = Password;
  return {
    ...(old === '' && { old: 'oldMissing' as const }),
    ...(next.length < minLength && { next: 'short' as const }),
    ...(next.length > maxLength && { next: 'long' as const }),
    ...(confirmed !== next && { confirmed: 'differs' as const }),
  };
}
