/** What can be done with chosen items, as far as the user's rights allow (decisions §3). */
export type SelectionAction = 'move' | 'link' | 'unlink' | 'workflow' | 'edit' | 'export' | 'delete';
