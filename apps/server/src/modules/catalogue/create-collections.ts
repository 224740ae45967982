import type { MetadataEntry } from '@armarium/contract/metadata';
import type { WriteTransaction } from '../../db/database.ts';
import { invalid } from '../../problem-error.ts';
import {
  createRecords,
  fieldTemplates,
  kindOf,
  lockGraph,
  newMetadata,
  type Mirrors,
} from '../records/public.ts';
import { requireRecordsQuota } from '../tenancy/public.ts';
import { linkRecords, renewClosure } from './graph.writes.ts';

/** Makes the root collection of a tenant. */
export async function createRoot(tx: WriteTransaction, title: string): Promise<string> {
  const metadata = [{ name: 'sgtt', value: title }];
  const [root] = await createRecords(
    tx,
    kindOf('COLLECTION'),
    [{ metadata, historyValues: { parentCollectionsUuids: [] } }],
    [{ name: 'is_root', type: 'boolean', valueOf: () => true }],
  );
  if (!root) throw new Error('The root collection was not made.');
  await renewClosure(tx, [root.uuid]);
  return root.uuid;
}

/** Makes a collection below its parents; `createCollections` for one. */
export async function createCollection(
  tx: WriteTransaction,
  list: readonly MetadataEntry[],
  parents: readonly string[],
  mirrors: Mirrors = {},
): Promise<string> {
  const [uuid] = await createCollections(tx, [{ list, parents, mirrors }]);
  if (uuid === undefined) throw new Error('The collection was not made.');
  return uuid;
}

/**
 * Makes collections below existing parents (decisions §4). The number of statements does not depend on the
 * number of collections.
 * @returns their uuids, in order
 * @throws ProblemError 422 with the fields of the first invalid one, 507 `records-quota`
 */
export async function createCollections(
  tx: WriteTransaction,
  collections: readonly {
    readonly list: readonly MetadataEntry[];
    readonly parents: readonly string[];
    readonly mirrors?: Mirrors;
  }[],
): Promise<string[]> {
  await lockGraph(tx);
  const templates = await fieldTemplates(tx.db, 'COLLECTION');
  const all = collections.map(({ list, parents, mirrors = {} }) => {
    const { metadata, problems } = newMetadata(list, mirrors, templates);
    if (parents.length === 0) {
      problems.push({ name: 'parentCollectionsUuids', code: 'required', message: 'It is required.' });
    }
    if (problems.length > 0) throw invalid(problems);
    return { metadata, parents };
  });
  const kind = kindOf('COLLECTION');
  const made = await createRecords(
    tx,
    kind,
    all.map(({ metadata, parents }) => ({
      metadata,
      historyValues: { parentCollectionsUuids: parents.map((uuid) => uuid.toLowerCase()) },
    })),
  );
  await linkRecords(
    tx,
    kind,
    made.map((row, index) => ({ ...row, parents: all[index]?.parents ?? [] })),
  );
  await requireRecordsQuota(tx.db);
  return made.map(({ uuid }) => uuid);
}
