import type { NewToken } from '@armarium/contract/tokens';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDraft } from '../../../ui/use-draft.ts';
import { makeToken } from '../api/own-tokens.ts';
import { passwordFault } from '../api/password-fault.ts';
import { permissionsQuery } from '../api/permissions.ts';
import {
  blankToken,
  changedParts,
  faultsFrom,
  faultsOf,
  tokenFrom,
  type Rights,
  type TokenDraft,
  type TokenFaults,
} from '../token-draft.ts';
import { useAskedPassword } from './use-asked-password.ts';

/** What is typed of a new token, what is wrong with it, and making it. @param held what the account may do */
export function useNewToken(held: Rights, onMade: (made: NewToken) => void) {
  const queries = useQueryClient();
  const [faults, setFaults] = useState<TokenFaults>({});
  const asked = useAskedPassword();
  const form = useDraft<TokenDraft, keyof TokenDraft>({
    key: 'new-token',
    begin: { draft: blankToken, tag: undefined },
    changedParts,
    send: async (_, draft) => onMade(await makeToken(tokenFrom(draft, held, new Date()), asked.password)),
    takeFault: (failure) => {
      const found = faultsFrom(failure);
      setFaults(found);
      asked.take(failure);
      if (found.capabilities) void queries.invalidateQueries(permissionsQuery);
      return Object.keys(found).length > 0 || passwordFault(failure) !== undefined;
    },
  });
  const { draft } = form;
  return {
    ...form,
    faults,
    asked,
    change: (part: Partial<TokenDraft>) => {
      form.change(part);
      const isOfExpiry = 'term' in part || 'day' in part;
      setFaults(({ name, expiresAt, capabilities }) => ({
        ...(!('name' in part) && { name }),
        ...(!isOfExpiry && { expiresAt }),
        ...(!('capabilities' in part) && { capabilities }),
      }));
    },
    /** @returns whether it was made */
    save: async (): Promise<boolean> => {
      const found = faultsOf(draft, held, new Date());
      setFaults(found);
      if (asked.isMissing) asked.markMissing();
      return Object.keys(found).length === 0 && !asked.isMissing && form.save();
    },
  };
}
