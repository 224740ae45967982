import type { Operation } from './operation.ts';
import * as accounts from './accounts.ts';
import * as assetCalls from './asset-calls.ts';
import * as batchRecords from './batch-records.ts';
import * as batches from './batches.ts';
import * as captions from './captions.ts';
import * as collectionCalls from './collection-calls.ts';
import * as contactSheet from './contact-sheet.ts';
import * as deletions from './deletions.ts';
import * as downloads from './downloads.ts';
import * as exchange from './exchange.ts';
import * as history from './history.ts';
import * as imageCalls from './image-calls.ts';
import * as imageDelivery from './image-delivery.ts';
import * as importTracking from './import-tracking.ts';
import * as imports from './imports.ts';
import * as effects from './effects.ts';
import * as itemCalls from './item-calls.ts';
import * as itemFacets from './item-facets.ts';
import * as itemPresentation from './item-presentation.ts';
import * as itemStates from './item-states.ts';
import * as itemTable from './item-table.ts';
import * as itemsView from './items-view.ts';
import * as mail from './mail.ts';
import * as organisation from './organisation.ts';
import * as ownSessions from './own-sessions.ts';
import * as passwordLinks from './password-links.ts';
import * as recordChanges from './record-changes.ts';
import * as recordEdits from './record-edits.ts';
import * as savedSearches from './saved-searches.ts';
import * as passkeys from './passkeys.ts';
import * as secondFactor from './second-factor.ts';
import * as selections from './selections.ts';
import * as session from './session.ts';
import * as sharing from './sharing.ts';
import * as signOn from './sign-on.ts';
import * as spreadsheetMappings from './spreadsheet-mappings.ts';
import * as spreadsheets from './spreadsheets.ts';
import * as storyCalls from './story-calls.ts';
import * as suggestions from './suggestions.ts';
import * as technical from './technical.ts';
import * as templates from './templates.ts';
import * as tokens from './tokens.ts';
import * as transitionLogs from './transition-logs.ts';
import * as transitionTasks from './transition-tasks.ts';
import * as transitionTrials from './transition-trials.ts';
import * as transitions from './transitions.ts';
import * as trash from './trash.ts';
import * as trashRecords from './trash-records.ts';
import * as uploads from './uploads.ts';
import * as usage from './usage.ts';
import * as workflowFile from './workflow-file.ts';

const exported = {
  ...session,
  ...accounts,
  ...ownSessions,
  ...passwordLinks,
  ...passkeys,
  ...tokens,
  ...secondFactor,
  ...signOn,
  ...organisation,
  ...mail,
  ...itemCalls,
  ...itemFacets,
  ...suggestions,
  ...savedSearches,
  ...collectionCalls,
  ...recordEdits,
  ...storyCalls,
  ...imageCalls,
  ...contactSheet,
  ...itemPresentation,
  ...technical,
  ...templates,
  ...itemStates,
  ...uploads,
  ...imports,
  ...importTracking,
  ...imageDelivery,
  ...downloads,
  ...assetCalls,
  ...captions,
  ...exchange,
  ...itemTable,
  ...itemsView,
  ...spreadsheets,
  ...spreadsheetMappings,
  ...sharing,
  ...history,
  ...recordChanges,
  ...deletions,
  ...trash,
  ...trashRecords,
  ...batches,
  ...selections,
  ...batchRecords,
  ...transitions,
  ...transitionTrials,
  ...transitionTasks,
  ...transitionLogs,
  ...effects,
  ...usage,
  ...workflowFile,
};
/** What the files of operations export, by its name. */
export type Exported = typeof exported;

/** Every operation of the API by its id: OpenAPI, the server's completeness check and the generated tests. */
export const operations: readonly Operation[] = [
  exported,
  exported.imageCalls,
  exported.audioCalls,
  exported.videoCalls,
  exported.modelCalls,
  exported.uploadCalls,
]
  .flatMap((calls): unknown[] => Object.values(calls))
  .filter(isOperation);

function isOperation(value: unknown): value is Operation {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}
