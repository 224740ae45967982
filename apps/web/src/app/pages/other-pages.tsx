import { AuditPage } from '../../features/catalogue/components/audit-page.tsx';
import { NewRecordPage } from '../../features/catalogue/components/new-record-page.tsx';
import { NoItemPage } from '../../features/catalogue/components/no-item-page.tsx';
import { OperationPage } from '../../features/catalogue/components/operation-page.tsx';
import { OperationsPage } from '../../features/catalogue/components/operations-page.tsx';
import { SpreadsheetPage } from '../../features/catalogue/components/spreadsheet-page.tsx';
import { TrashPage } from '../../features/catalogue/components/trash-page.tsx';
import { ContactSheetRoute } from './contact-sheet-route.tsx';
import { SupportRoute } from './support-route.tsx';

/** The pages beside the catalogue and its items. */
export const otherPages = {
  audit: AuditPage,
  contactSheet: ContactSheetRoute,
  newRecord: NewRecordPage,
  noItem: NoItemPage,
  operation: OperationPage,
  operations: OperationsPage,
  spreadsheet: SpreadsheetPage,
  support: SupportRoute,
  trash: TrashPage,
};
