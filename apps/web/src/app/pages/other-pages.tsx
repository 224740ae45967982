import { AuditPage } from '../../features/audit/components/audit-page.tsx';
import { NewRecordPage } from '../../features/record-entry/components/new-record-page.tsx';
import { NoItemPage } from '../../features/item/components/no-item-page.tsx';
import { OperationPage } from '../../features/operations/components/operation-page.tsx';
import { OperationsPage } from '../../features/operations/components/operations-page.tsx';
import { SpreadsheetPage } from '../../features/spreadsheets/components/spreadsheet-page.tsx';
import { TrashPage } from '../../features/trash/components/trash-page.tsx';
import { SupportRoute } from './support-route.tsx';

/** The pages beside the catalogue and its items. */
export const otherPages = {
  audit: AuditPage,
  newRecord: NewRecordPage,
  noItem: NoItemPage,
  operation: OperationPage,
  operations: OperationsPage,
  spreadsheet: SpreadsheetPage,
  support: SupportRoute,
  trash: TrashPage,
};
