import type { labelImages } from '@armarium/contract/contact-sheet';
import type { FieldProblem } from '@armarium/contract/problem';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { sql } from 'kysely';
import { reaches } from '../../../db/database.ts';
import { requireMatch } from '../../../http/entity-tag.ts';
import type { Call } from '../../../http/operation-route.ts';
import { invalid, notFound, ProblemError } from '../../../problem-error.ts';
import { recordHistory } from '../../../db/history.ts';
import { editedMetadata, fieldTemplates, isSameMetadata, mirrorOf } from '../../records/public.ts';
import { lockMedia } from '../asset-places.ts';
import { inChunks } from '../row-chunks.ts';

/**
 * Gives images of an item new titles, all or none, by the rules of the call that edits one.
 * @throws ProblemError 412 where an image has another title than the caller saw, 403 where the actor may not
 * edit one of them, 422 naming invalid titles, images of other items and duplicates
 */
export async function labelled({
  data,
  params,
  body: { labels },
  actor,
  request,
}: Pick<Call<typeof labelImages>, 'data' | 'params' | 'body' | 'actor' | 'request'>) {
  const changed = await data.write('label-images', async (tx) => {
    const item = (await lockMedia(tx.db, [params.uuid], 'image')).get(params.uuid.toLowerCase());
    if (!item) throw notFound('The item');
    requireMatch(request, item.version);
    const rows = await tx.db
      .selectFrom('asset')
      .select(['uuid', 'sgtt', 'metadata', 'created_by'])
      .where('item_uuid', '=', item.uuid)
      .where('kind', '=', 'image')
      .where('trashed_at', 'is', null)
      .where(sql<boolean>`uuid = any(${labels.map(({ uuid }) => uuid)}::uuid[])`)
      .forNoKeyUpdate()
      .execute();
    const images = new Map(rows.map((row) => [row.uuid, row]));
    if (!rows.every(({ created_by }) => reaches(actor, 'editAssets', created_by))) {
      throw new ProblemError('forbidden', 'You may change the files that you sent yourself.');
    }
    const templates = await fieldTemplates(tx.db, 'MEDIA');
    const strangers = labels.flatMap(({ uuid }, index) =>
      images.has(uuid.toLowerCase()) ? [] : [notInItem(`labels[${index}].uuid`)],
    );
    if (strangers.length > 0) throw invalid(strangers);
    const duplicates = duplicatesIn(labels);
    if (duplicates.length > 0) throw invalid(duplicates);
    const judged = labels.flatMap(({ uuid, sgtt, before }, index) => {
      const image = images.get(uuid.toLowerCase());
      if (!image) return [];
      if (before !== undefined && before !== image.sgtt) {
        throw new ProblemError(
          'stale',
          `“${before}” is called “${image.sgtt}” by now. Look again, then repeat your change.`,
        );
      }
      const had = image.metadata as unknown as MetadataEntry[];
      const { metadata, problems } = editedMetadata(had, { list: undefined, mirrors: { sgtt } }, templates);
      return [
        {
          uuid: image.uuid,
          had,
          metadata,
          problems: problems.map((problem) => ({ ...problem, name: `labels[${index}].${problem.name}` })),
        },
      ];
    });
    const problems = judged.flatMap((one) => one.problems);
    if (problems.length > 0) throw invalid(problems);
    const edits = judged.filter(({ had, metadata }) => !isSameMetadata(metadata, had));
    await inChunks(edits, (chunk) =>
      sql`
        update asset set sgtt = edit.sgtt, metadata = edit.metadata, version = version + 1, modified_at = now()
        from jsonb_to_recordset(${JSON.stringify(
          chunk.map(({ uuid, metadata }) => ({ uuid, sgtt: mirrorOf(metadata, 'sgtt'), metadata })),
        )}::jsonb) as edit (uuid uuid, sgtt text, metadata jsonb)
        where asset.uuid = edit.uuid`.execute(tx.db),
    );
    // Of two callers who saw the same version of the item the second one gets an error.
    if (edits.length > 0) {
      await tx.db
        .updateTable('item')
        .set((column) => ({ version: column('version', '+', 1), modified_at: sql<Date>`now()` }))
        .where('uuid', '=', item.uuid)
        .execute();
    }
    await inChunks(edits, (chunk) =>
      recordHistory(
        tx,
        chunk.map(({ uuid, had, metadata }) => ({
          record: uuid,
          resourceType: 'MEDIA',
          action: 'update',
          before: { customMetadataList: had },
          after: { customMetadataList: metadata },
        })),
      ),
    );
    return edits.length;
  });
  return { changed };
}

/** The problems of labels for an image that the list has already named. */
function duplicatesIn(labels: readonly { readonly uuid: string }[]): FieldProblem[] {
  const seen = new Set<string>();
  return labels.flatMap(({ uuid }, index) => {
    const key = uuid.toLowerCase();
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      {
        name: `labels[${index}].uuid`,
        code: 'duplicate',
        message: 'This image has another title further up: name it once.',
      },
    ];
  });
}

/** The problem of a field whose image is not in the item. */
export function notInItem(name: string): FieldProblem {
  return {
    name,
    code: 'unknown-asset',
    message: 'The item has no such image: it was removed or moved.',
  };
}
