import { getTechnical, isConfidential, Technical, type EmbeddedMetadata } from '@armarium/contract/technical';
import { reaches } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound } from '../../problem-error.ts';
import { currentVersion } from './import.queries.ts';

/**
 * The representation of what is kept of the technical metadata of a file: the members that the contract lists.
 * @param mayEdit whether its reader may edit the asset; others get neither location nor serial numbers
 */
export function technicalView(kept: unknown, mayEdit: boolean): Technical {
  const facts = (kept ?? {}) as Readonly<Record<string, unknown>>;
  const listed = Object.keys(Technical.properties).filter((name) => facts[name] !== undefined);
  const { embedded, ...view } = Object.fromEntries(listed.map((name) => [name, facts[name]])) as Technical;
  if (embedded === undefined) return view;
  return { ...view, embedded: mayEdit ? embedded : withoutConfidential(embedded) };
}

function withoutConfidential(embedded: EmbeddedMetadata): EmbeddedMetadata {
  return Object.fromEntries(Object.entries(embedded).filter(([name]) => !isConfidential(name)));
}

/** The technical metadata of the current version of an asset (decisions §15). */
export const technicalOperation: Implementation = implement(getTechnical, async ({ data, params, actor }) => {
  const row = await data.read((db) =>
    currentVersion(db, params.uuid).select(['version.technical', 'asset.created_by']).executeTakeFirst(),
  );
  if (!row) throw notFound('The asset');
  return technicalView(row.technical, reaches(actor, 'editAssets', row.created_by));
});
