import appEn from '../../apps/web/src/app/en.json' with { type: 'json' };
import appIt from '../../apps/web/src/app/it.json' with { type: 'json' };
import auditEn from '../../apps/web/src/features/catalogue/audit/en.json' with { type: 'json' };
import auditIt from '../../apps/web/src/features/catalogue/audit/it.json' with { type: 'json' };
import catalogueEn from '../../apps/web/src/features/catalogue/en.json' with { type: 'json' };
import catalogueIt from '../../apps/web/src/features/catalogue/it.json' with { type: 'json' };
import downloadsEn from '../../apps/web/src/features/downloads/en.json' with { type: 'json' };
import downloadsIt from '../../apps/web/src/features/downloads/it.json' with { type: 'json' };
import editingEn from '../../apps/web/src/features/catalogue/editing/en.json' with { type: 'json' };
import editingIt from '../../apps/web/src/features/catalogue/editing/it.json' with { type: 'json' };
import entryEn from '../../apps/web/src/features/catalogue/entry/en.json' with { type: 'json' };
import entryIt from '../../apps/web/src/features/catalogue/entry/it.json' with { type: 'json' };
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
import sessionEn from '../../apps/web/src/features/session/en.json' with { type: 'json' };
import sessionIt from '../../apps/web/src/features/session/it.json' with { type: 'json' };
import uiEn from '../../apps/web/src/ui/en.json' with { type: 'json' };
import uiIt from '../../apps/web/src/ui/it.json' with { type: 'json' };
import uploadEn from '../../apps/web/src/features/upload/en.json' with { type: 'json' };
import uploadIt from '../../apps/web/src/features/upload/it.json' with { type: 'json' };
import viewersEn from '../../apps/web/src/viewers/en.json' with { type: 'json' };
import viewersIt from '../../apps/web/src/viewers/it.json' with { type: 'json' };
import viewingEn from '../../apps/web/src/features/catalogue/viewing/en.json' with { type: 'json' };
import viewingIt from '../../apps/web/src/features/catalogue/viewing/it.json' with { type: 'json' };
import workflowEn from '../../apps/web/src/features/catalogue/workflow/en.json' with { type: 'json' };
import workflowIt from '../../apps/web/src/features/catalogue/workflow/it.json' with { type: 'json' };

/** What the screens say, for finding things as a person does: by their names. */
export const en = {
  app: appEn,
  audit: auditEn,
  catalogue: catalogueEn,
  downloads: downloadsEn,
  editing: editingEn,
  entry: entryEn,
  filtering: filteringEn,
  table: tableEn,
  keys: keysEn,
  selection: selectionEn,
  session: sessionEn,
  trashed: trashedEn,
  ui: uiEn,
  upload: uploadEn,
  viewers: viewersEn,
  viewing: viewingEn,
  workflow: workflowEn,
};
export type Words = typeof en;
export const it: Words = {
  app: appIt,
  audit: auditIt,
  catalogue: catalogueIt,
  downloads: downloadsIt,
  editing: editingIt,
  entry: entryIt,
  filtering: filteringIt,
  table: tableIt,
  keys: keysIt,
  selection: selectionIt,
  session: sessionIt,
  trashed: trashedIt,
  ui: uiIt,
  upload: uploadIt,
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
