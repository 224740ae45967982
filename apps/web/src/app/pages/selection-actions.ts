import { useQuery } from '@tanstack/react-query';
import type { SelectionAction } from '../../features/operations/actions.ts';
import { permissionsQuery } from '../../features/session/api/permissions.ts';

/** What the user's rights let them do with chosen items; a record may be beyond them all the same. */
export function useSelectionActions(): readonly SelectionAction[] {
  const { arrangeItems, bulkEdit, exportMetadata, transition, trash } = useQuery(permissionsQuery).data ?? {};
  const actions: SelectionAction[] = arrangeItems === undefined ? [] : ['move', 'link', 'unlink'];
  if (transition !== undefined) actions.push('workflow');
  if (bulkEdit !== undefined) actions.push('edit');
  if (exportMetadata !== undefined) actions.push('export');
  if (trash !== undefined) actions.push('delete');
  return actions;
}
