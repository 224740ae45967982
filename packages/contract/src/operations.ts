import type { Operation } from './operation.ts';
import * as accounts from './accounts.ts';
import * as batchRecords from './batch-records.ts';
import * as batches from './batches.ts';
import * as captions from './captions.ts';
import * as assets from './assets.ts';
import * as contactSheet from './contact-sheet.ts';
import * as downloads from './downloads.ts';
import * as exchange from './exchange.ts';
import * as imageDelivery from './image-delivery.ts';
import * as itemTable from './item-table.ts';
import * as imports from './imports.ts';
import { audioCalls, imageCalls, importPdf, modelCalls, uploadCalls, videoCalls } from './media.ts';
import * as recordEdits from './record-edits.ts';
import * as records from './records.ts';
import * as session from './session.ts';
import * as sharing from './sharing.ts';
import * as spreadsheets from './spreadsheets.ts';
import * as templates from './templates.ts';
import * as trash from './trash.ts';
import * as trashRecords from './trash-records.ts';
import * as workflow from './workflow.ts';

/** Every operation of the API by its id: OpenAPI, the server's completeness check and the generated tests. */
export const operations: readonly Operation[] = [
  session,
  accounts,
  records,
  recordEdits,
  assets,
  contactSheet,
  templates,
  imports,
  imageDelivery,
  downloads,
  imageCalls,
  { importPdf },
  audioCalls,
  videoCalls,
  modelCalls,
  uploadCalls,
  captions,
  exchange,
  itemTable,
  spreadsheets,
  sharing,
  trash,
  trashRecords,
  batches,
  batchRecords,
  workflow,
]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isOperation);

function isOperation(value: unknown): value is Operation {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}
