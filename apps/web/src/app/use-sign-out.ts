import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endSession } from '../features/session/api/sign-out.ts';
import { translate } from '../lib/i18n.ts';

/** Signs out, and goes to the sign-in page. */
export function useSignOut(): () => void {
  const queries = useQueryClient();
  const leave = useMutation({
    mutationFn: async () => {
      // Requests that still run would be refused once the session is gone.
      await queries.cancelQueries();
      await endSession();
    },
    meta: { failed: () => translate('app:signOutFailed') },
    onError: () => queries.refetchQueries({ type: 'active' }),
    onSuccess: () => window.location.assign('/ui/login'),
  });
  return () => leave.mutate();
}
