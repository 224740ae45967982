import * as Type from '@sinclair/typebox/type';
import type { AssetNames } from './asset-names.ts';
import { pageOf } from './hal.ts';
import { ImportedImage, importsQuery } from './import-tracking.ts';
import { importBody, StartedImport, type FileWords } from './imports.ts';
import { byUuid, defineOperation } from './operation.ts';
import { Count, Uuid } from './scalar.ts';

/** The calls that import files and read imports. */
export function importCalls(names: AssetNames, words: FileWords) {
  const { One, Many, many, aWord, words: plural } = names;
  const follows = { tag: 'Import tracking', access: 'monitorImports', method: 'GET' } as const;
  const uploads = { tag: 'Upload and import', access: 'upload' } as const;
  return {
    listImports: defineOperation({
      ...follows,
      id: `listImported${Many}`,
      path: `/import-manager/culturalItems/:uuid/${many}`,
      summary: `The imports of the ${plural} of an item (default size 10)`,
      params: byUuid,
      query: importsQuery,
      responses: { 200: pageOf(many, ImportedImage) },
    }),
    findImport: defineOperation({
      ...follows,
      id: `find${One}Import`,
      path: `/import-manager/${many}/search/findByImportId`,
      summary: `The ${aWord} of an import`,
      query: Type.Object({ importId: Uuid }),
      responses: { 200: ImportedImage },
    }),
    getImport: defineOperation({
      ...follows,
      id: `getImported${One}`,
      path: `/import-manager/${many}/:uuid`,
      summary: `The import stages of one of the ${plural}`,
      params: byUuid,
      responses: { 200: ImportedImage },
    }),
    retry: defineOperation({
      ...uploads,
      id: `retry${One}Import`,
      method: 'POST',
      path: `/import-manager/${many}/:uuid/retry`,
      summary: `Run the failed import of one of the ${plural} again`,
      params: byUuid,
      responses: { 202: ImportedImage },
    }),
    import: defineOperation({
      ...uploads,
      id: `import${One}`,
      method: 'POST',
      path: `/ccc/import${One}`,
      summary: `Add an uploaded ${aWord} to an item, at a position or last; or replace the file of one of its ${plural} (replaces), which keeps its uuid, place and metadata`,
      body: importBody(words),
      responses: { 202: StartedImport },
    }),
    start: startCall(names),
  };
}

/** A GET starts a batch of imports (catalogue §7); repeating it does no harm. */
export function startCall({ Many, words }: AssetNames) {
  return defineOperation({
    tag: 'Upload and import',
    access: 'upload',
    id: `start${Many}`,
    method: 'GET',
    path: `/ccc/import${Many === 'Model3Ds' ? '3DModels' : Many}`,
    summary: `Take up the imports of ${words} that wait, and try the failed ones again; 422 where there are none`,
    responses: { 202: Type.Object({ started: Count }) },
  });
}
