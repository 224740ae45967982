import { Password } from '@armarium/contract/account-fields';

/** A new password as it is typed, twice. */
export interface NewPassword {
  readonly next: string;
  readonly confirmed: string;
}

export type NewPasswordFault = 'short' | 'long' | 'differs';
export type NewPasswordFaults = Partial<Record<keyof NewPassword, NewPasswordFault>>;

/** What is wrong with a new password, by the rules of the server (back office §5). */
export function newPasswordFaults({ next, confirmed }: NewPassword): NewPasswordFaults {
  const { minLength = 0, maxLength = Infinity } = Password;
  return {
    ...(next.length < minLength && { next: 'short' as const }),
    ...(next.length > maxLength && { next: 'long' as const }),
    ...(confirmed !== next && { confirmed: 'differs' as const }),
  };
}
