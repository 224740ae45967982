import appEn from '../../apps/web/src/app/en.json' with { type: 'json' };
import appIt from '../../apps/web/src/app/it.json' with { type: 'json' };
import assetsEn from '../../apps/web/src/features/assets/en.json' with { type: 'json' };
import assetsIt from '../../apps/web/src/features/assets/it.json' with { type: 'json' };
import assetDialogsEn from '../../apps/web/src/features/assets/dialogs/en.json' with { type: 'json' };
import assetDialogsIt from '../../apps/web/src/features/assets/dialogs/it.json' with { type: 'json' };
import auditEn from '../../apps/web/src/features/catalogue/audit/en.json' with { type: 'json' };
import auditIt from '../../apps/web/src/features/catalogue/audit/it.json' with { type: 'json' };
import catalogueEn from '../../apps/web/src/features/catalogue/en.json' with { type: 'json' };
import catalogueIt from '../../apps/web/src/features/catalogue/it.json' with { type: 'json' };
import choosingEn from '../../apps/web/src/features/upload/choosing/en.json' with { type: 'json' };
import choosingIt from '../../apps/web/src/features/upload/choosing/it.json' with { type: 'json' };
import downloadsEn from '../../apps/web/src/features/downloads/en.json' with { type: 'json' };
import downloadsIt from '../../apps/web/src/features/downloads/it.json' with { type: 'json' };
import droppingEn from '../../apps/web/src/features/upload/dropping/en.json' with { type: 'json' };
import droppingIt from '../../apps/web/src/features/upload/dropping/it.json' with { type: 'json' };
import editingEn from '../../apps/web/src/features/catalogue/editing/en.json' with { type: 'json' };
import editingIt from '../../apps/web/src/features/catalogue/editing/it.json' with { type: 'json' };
import entryEn from '../../apps/web/src/features/catalogue/entry/en.json' with { type: 'json' };
import entryIt from '../../apps/web/src/features/catalogue/entry/it.json' with { type: 'json' };
import heldEn from '../../apps/web/src/features/upload/held/en.json' with { type: 'json' };
import heldIt from '../../apps/web/src/features/upload/held/it.json' with { type: 'json' };
import interruptedEn from '../../apps/web/src/features/upload/interrupted/en.json' with { type: 'json' };
import interruptedIt from '../../apps/web/src/features/upload/interrupted/it.json' with { type: 'json' };
import openingEn from '../../apps/web/src/features/sharing/opening/en.json' with { type: 'json' };
import openingIt from '../../apps/web/src/features/sharing/opening/it.json' with { type: 'json' };
import sharingEn from '../../apps/web/src/features/sharing/en.json' with { type: 'json' };
import sharingIt from '../../apps/web/src/features/sharing/it.json' with { type: 'json' };
import tableEn from '../../apps/web/src/features/catalogue/table/en.json' with { type: 'json' };
import tableIt from '../../apps/web/src/features/catalogue/table/it.json' with { type: 'json' };
import filteringEn from '../../apps/web/src/features/catalogue/filtering/en.json' with { type: 'json' };
import filteringIt from '../../apps/web/src/features/catalogue/filtering/it.json' with { type: 'json' };
import keysEn from '../../apps/web/src/app/shell/keys/en.json' with { type: 'json' };
import keysIt from '../../apps/web/src/app/shell/keys/it.json' with { type: 'json' };
import problemsEn from '../../apps/web/src/lib/problem/en.json' with { type: 'json' };
import recordProblemsEn from '../../apps/web/src/lib/problem/records/en.json' with { type: 'json' };
import trashedEn from '../../apps/web/src/features/catalogue/trashed/en.json' with { type: 'json' };
import trashedIt from '../../apps/web/src/features/catalogue/trashed/it.json' with { type: 'json' };
import selectionEn from '../../apps/web/src/features/catalogue/selection/en.json' with { type: 'json' };
import selectionIt from '../../apps/web/src/features/catalogue/selection/it.json' with { type: 'json' };
import sheetEn from '../../apps/web/src/features/assets/sheet/en.json' with { type: 'json' };
import sheetIt from '../../apps/web/src/features/assets/sheet/it.json' with { type: 'json' };
import sessionEn from '../../apps/web/src/features/session/en.json' with { type: 'json' };
import sessionIt from '../../apps/web/src/features/session/it.json' with { type: 'json' };
import uiEn from '../../apps/web/src/ui/en.json' with { type: 'json' };
import uiIt from '../../apps/web/src/ui/it.json' with { type: 'json' };
import uploadEn from '../../apps/web/src/features/upload/en.json' with { type: 'json' };
import uploadIt from '../../apps/web/src/features/upload/it.json' with { type: 'json' };
import uploadWizardEn from '../../apps/web/src/features/upload/wizard/en.json' with { type: 'json' };
import uploadWizardIt from '../../apps/web/src/features/upload/wizard/it.json' with { type: 'json' };
import viewersEn from '../../apps/web/src/viewers/en.json' with { type: 'json' };
import viewersIt from '../../apps/web/src/viewers/it.json' with { type: 'json' };
import viewingEn from '../../apps/web/src/features/catalogue/viewing/en.json' with { type: 'json' };
import viewingIt from '../../apps/web/src/features/catalogue/viewing/it.json' with { type: 'json' };
import workflowEn from '../../apps/web/src/features/catalogue/workflow/en.json' with { type: 'json' };
import workflowIt from '../../apps/web/src/features/catalogue/workflow/it.json' with { type: 'json' };

/** What the screens say, for finding things as a person does: by their names. */
export const en = {
  app: appEn,
  assetDialogs: assetDialogsEn,
  assets: assetsEn,
  audit: auditEn,
  catalogue: catalogueEn,
  choosing: choosingEn,
  downloads: downloadsEn,
  dropping: droppingEn,
  editing: editingEn,
  entry: entryEn,
  filtering: filteringEn,
  table: tableEn,
  held: heldEn,
  interrupted: interruptedEn,
  keys: keysEn,
  selection: selectionEn,
  opening: openingEn,
  session: sessionEn,
  sheet: sheetEn,
  sharing: sharingEn,
  trashed: trashedEn,
  ui: uiEn,
  upload: { ...uploadEn, ...uploadWizardEn },
  viewers: viewersEn,
  viewing: viewingEn,
  workflow: workflowEn,
};
export type Words = typeof en;
export const it: Words = {
  app: appIt,
  assetDialogs: assetDialogsIt,
  assets: assetsIt,
  audit: auditIt,
  catalogue: catalogueIt,
  choosing: choosingIt,
  downloads: downloadsIt,
  dropping: droppingIt,
  editing: editingIt,
  entry: entryIt,
  filtering: filteringIt,
  table: tableIt,
  held: heldIt,
  interrupted: interruptedIt,
  keys: keysIt,
  selection: selectionIt,
  opening: openingIt,
  session: sessionIt,
  sheet: sheetIt,
  sharing: sharingIt,
  trashed: trashedIt,
  ui: uiIt,
  upload: { ...uploadIt, ...uploadWizardIt },
  viewers: viewersIt,
  viewing: viewingIt,
  workflow: workflowIt,
};

/** A text with its `{{places}}` filled. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

/** What is said of each problem, in English. */
export const problemWords = { ...problemsEn, ...recordProblemsEn };
