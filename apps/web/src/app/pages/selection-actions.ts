import { useQuery } from '@tanstack/react-query';
import type { SelectionAction } from '../../features/catalogue/selection/actions.ts';
import { permissionsQuery } from '../../features/session/api/permissions.ts';

/** What the user's rights let them do with chosen items; a record may be beyond them all the same. */
export function useSelectionActions(): readonly SelectionAction[] {
  const { arrangeItems } = useQuery(permissionsQuery).data ?? {};
  return arrangeItems === undefined ? [] : ['move', 'link', 'unlink'];
}
