import { newPasswordFaults, type NewPassword, type NewPasswordFault } from '../../lib/new-password.ts';

/** What is typed to change the password; it is kept nowhere. */
export interface PasswordDraft extends NewPassword {
  readonly old: string;
}

/** What is wrong with a field, as the key of its words below `profile:fault`. */
export type PasswordFault = 'oldMissing' | 'oldWrong' | NewPasswordFault;
export type PasswordFaults = Partial<Record<keyof PasswordDraft, PasswordFault>>;

/** What is wrong before anything is sent (back office §5). */
export function passwordFaults(draft: PasswordDraft): PasswordFaults {
  return { ...(draft.old === '' && { old: 'oldMissing' as const }), ...newPasswordFaults(draft) };
}
