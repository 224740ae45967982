import { reaches } from '../../db/database.ts';
import type { MediaParts } from '../../modules/media/public.ts';
import { ProblemError } from '../../problem-error.ts';
import type { FileResult, SpooledFile } from './file-spool.ts';
import { damagedOf, readFiles, storeFiles, type FilesTarget, type SeenFile } from './item-files.ts';
import { attachFiles, readKnownFiles, sizesThatMayBeKnown, type KnownItemFiles } from './item-images.ts';
import { planItem, type ItemPlan } from './item-plan.ts';
import type { Stored } from './waiting-files.ts';

/** The outcome of a file: a result, or an upload in the catalogue whose images may have jobs in progress. */
export type FileOutcome = { readonly path: string; readonly sha256: string | undefined } & (
  | { readonly decided: FileResult }
  | { readonly upload: string; readonly became: Stored['became']; readonly note: string }
);

/** What is known about an item before its new files are stored. */
interface PlannedItem {
  readonly itemUuid: string;
  readonly known: KnownItemFiles;
  readonly plan: ItemPlan<SeenFile>;
  /** Plans again, once some of the files got a fault. */
  readonly replan: () => ItemPlan<SeenFile>;
}

const decided = ({ path, sha256 }: SeenFile, result: FileResult): FileOutcome => ({
  path,
  sha256,
  decided: result,
});

const heldBack = (cause: string): FileResult => ({
  result: 'held back',
  cause,
  nextStep: 'Complete the item and run it again; --allow-gaps brings in what there is.',
});

/**
 * Imports the files of one item: reads all of them, plans, stores the new ones, and attaches them with their
 * jobs and their history in one transaction. A file that was stored but not attached before a stop is an
 * unclaimed upload, which the next run finds by its content.
 * @returns an outcome for each file
 * @throws when stopped, and where storage or database fail: then nothing of the item is attached
 */
export async function importItemFiles(
  target: FilesTarget,
  itemUuid: string,
  spooled: readonly SpooledFile[],
  seqOfName: (filename: string) => number | undefined,
): Promise<FileOutcome[]> {
  const { data, media, allowGaps } = target;
  const known = await readKnownFiles(data, itemUuid, spooled);
  const seen = await readFiles(target, spooled, sizesThatMayBeKnown(spooled, known));
  const replan = () => planItem(seen, known.originals, seqOfName, { allowGaps });
  const plan = replan();
  const planned = [...plan.groups.flatMap(({ files }) => files), ...plan.replacing.keys()];
  const damaged = media ? undefined : await damagedOf(target, planned);
  const fresh = planned.filter((file) => !damaged?.has(file));

  const outcomes = [
    ...[...plan.left, ...(damaged ?? [])].map(([file, reason]) => decided(file, reason)),
    ...[...plan.unchanged].map(([{ path, sha256 }, { uploadUuid }]): FileOutcome => ({
      ...{ path, sha256, upload: uploadUuid },
      ...{ became: 'unchanged', note: '' },
    })),
  ];
  if (fresh.length === 0) return outcomes;
  const refusal =
    plan.heldBack ??
    (reaches(data.actor, 'upload', known.createdBy)
      ? undefined
      : `${data.actor.username} may add files to own records only, and this item is another's.`);
  const ofFresh =
    refusal !== undefined
      ? fresh.map((file) => decided(file, heldBack(refusal)))
      : media
        ? await importNew(target, media, { itemUuid, known, plan, replan }, fresh)
        : fresh.map((file) => {
            const result = plan.replacing.has(file) ? 'would replace' : 'would be imported';
            return decided(file, { result, cause: noteOn(target, plan, file), nextStep: '' });
          });
  return [...outcomes, ...ofFresh];
}

/** Stores the new files of an item, and attaches them to it. @returns an outcome for each */
async function importNew(
  target: FilesTarget,
  media: MediaParts,
  { itemUuid, known, plan, replan }: PlannedItem,
  fresh: readonly SeenFile[],
): Promise<FileOutcome[]> {
  const { stored, failed } = await storeFiles(target, media, fresh, known.reusable);
  const outcomes = [...failed].map(([file, reason]) => decided(file, reason));
  const withStored = (result: FileResult) => [
    ...outcomes,
    ...[...stored.keys()].map((file) => decided(file, result)),
  ];
  if (failed.size > 0 && !target.allowGaps) {
    return withStored(heldBack(`The item is not whole: ${failed.size} of its files can't be taken in.`));
  }
  target.signal.throwIfAborted();
  // Files that could not be stored change the positions of the later ones.
  for (const [file, reason] of failed) file.bad = reason;
  try {
    await attachFiles(target.data, itemUuid, failed.size > 0 ? replan() : plan, stored, known.originals);
  } catch (error) {
    // A problem concerns this item alone; any other error would hit the next item too.
    if (!(error instanceof ProblemError)) throw error;
    return withStored({ result: 'held back', cause: error.message, nextStep: 'Run it again.' });
  }
  for (const [file, { uuid, sha256 }] of stored) {
    const became = plan.replacing.has(file) ? 'replaced' : 'ready';
    outcomes.push({ path: file.path, sha256, upload: uuid, became, note: noteOn(target, plan, file) });
  }
  return outcomes;
}

/** The note on an imported file in the report. */
function noteOn({ isListed }: FilesTarget, { replacing }: ItemPlan<SeenFile>, file: SeenFile): string {
  const replaced = replacing.get(file);
  return [
    ...(replaced ? [`It stands in place of the ${replaced.filename} that could not be prepared.`] : []),
    ...(isListed && file.spooled.checksums.length === 0 ? ['No checksum list names it.'] : []),
  ].join(' ');
}
