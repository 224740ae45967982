import type { rotateImages } from '@armarium/contract/contact-sheet';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { reaches, type WriteTransaction } from '../../../db/database.ts';
import { requireMatch } from '../../../http/entity-tag.ts';
import type { Call } from '../../../http/operation-route.ts';
import { invalid, notFound, ProblemError } from '../../../problem-error.ts';
import { lockMedia } from '../asset-places.ts';
import { notInItem } from './label-images.ts';
import { addVersions, showVersions, versionForHistory } from '../asset-versions.ts';
import type { Rotation } from '../derivation.ts';

/**
 * Rotates images of an item further, from the latest requested version, or from the shown one where that
 * failed. An existing version of the same file with this rotation is shown again, so that rotating back is
 * immediate; otherwise a new one is prepared.
 * @throws ProblemError 422 naming images of other items, 409 where an image was never ready, 403 where the
 * actor may not replace files of the item
 */
export async function rotated({
  data,
  params,
  body: { images, degrees, takesBack = false },
  actor,
  request,
}: Pick<Call<typeof rotateImages>, 'data' | 'params' | 'body' | 'actor' | 'request'>) {
  return data.write('rotate-images', async (tx) => {
    const item = (await lockMedia(tx.db, [params.uuid], 'image')).get(params.uuid.toLowerCase());
    if (!item) throw notFound('The item');
    if (!reaches(actor, 'upload', item.created_by)) {
      throw new ProblemError('forbidden', 'You may turn the images of the items that you made yourself.');
    }
    requireMatch(request, item.version);
    const wanted = [...new Set(images.map((uuid) => uuid.toLowerCase()))];
    const members = new Set(item.members);
    const strangers = images.flatMap((uuid, index) =>
      members.has(uuid.toLowerCase()) ? [] : [notInItem(`images[${index}]`)],
    );
    if (strangers.length > 0) throw invalid(strangers);
    const versions = await versionsOf(tx, wanted);
    const rotations = wanted.map((uuid) => planRotation(versions.get(uuid) ?? [], degrees, takesBack));
    const made = rotations.flatMap((rotation) => (rotation.there === undefined ? [rotation] : []));
    if (made.length > 0) {
      await addVersions(
        tx,
        item.uuid,
        made.map(({ asset, from, next, rotation }) => ({
          asset,
          number: next,
          importId: uuidv7(),
          upload: from.upload_uuid,
          page: { index: from.page_index, ...rotatedSides(from, degrees) },
          rotation,
          parts: [],
          before: versionForHistory('image', from.number, from, []),
          after: versionForHistory('image', next, { ...from, rotation }, []),
        })),
        // An image that is being rotated is shown as it was meanwhile.
        'background',
      );
    }
    const there = rotations.flatMap(({ asset, from, there: version }) =>
      version === undefined
        ? []
        : [
            {
              asset,
              number: version.number,
              isReady: version.overall_state === 'DONE',
              before: versionForHistory('image', from.number, from, []),
              after: versionForHistory('image', version.number, version, []),
            },
          ],
    );
    if (there.length > 0) await showVersions(tx, item.uuid, 'image', there);
    const shown = there.filter(({ isReady }) => isReady).length;
    return { preparing: rotations.length - shown, shown };
  });
}

type Version = Awaited<ReturnType<typeof readVersions>>[number];

/** All versions of images with their files, the newest first; the images are locked. */
async function readVersions(tx: WriteTransaction, uuids: readonly string[]) {
  return tx.db
    .selectFrom('asset_version as version')
    .innerJoin('asset', 'asset.uuid', 'version.asset_uuid')
    .innerJoin('asset_import as import', (join) =>
      join
        .onRef('import.asset_uuid', '=', 'version.asset_uuid')
        .onRef('import.version_number', '=', 'version.number'),
    )
    .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
    .select(['version.asset_uuid', 'version.number', 'version.upload_uuid', 'version.page_index'])
    .select(['version.rotation', 'version.width_px', 'version.height_px', 'import.overall_state'])
    .select(['asset.current_version', 'asset.wanted_version', 'upload.original_filename', 'upload.sha256'])
    .where(sql<boolean>`version.asset_uuid = any(${uuids}::uuid[])`)
    .orderBy('version.number', 'desc')
    .forUpdate('asset')
    .execute();
}

async function versionsOf(tx: WriteTransaction, uuids: readonly string[]) {
  const versions = new Map<string, Version[]>();
  for (const version of await readVersions(tx, uuids)) {
    const those = versions.get(version.asset_uuid);
    if (those) those.push(version);
    else versions.set(version.asset_uuid, [version]);
  }
  return versions;
}

/**
 * How one image is rotated.
 * @param versions of the image, the newest first
 * @param takesBack whether this undoes a rotation; a failed one is only removed
 */
function planRotation(versions: readonly Version[], degrees: number, takesBack: boolean) {
  const [newest] = versions;
  const wanted = versions.find(({ number, wanted_version }) => number === wanted_version);
  const hasFailed = wanted?.overall_state === 'ERROR';
  const from = hasFailed
    ? versions.find(({ number, current_version }) => number === current_version)
    : wanted;
  if (!newest || !from) throw new Error('An image has no version.');
  if (from.overall_state === 'ERROR') {
    throw new ProblemError(
      'image-not-ready',
      `Nothing could be made of “${from.original_filename}”, so it cannot be turned.`,
    );
  }
  const rotation = ((from.rotation + (hasFailed && takesBack ? 0 : degrees)) % 360) as Rotation;
  const alike = versions.filter(
    (version) =>
      version.overall_state !== 'ERROR' &&
      version.rotation === rotation &&
      version.upload_uuid === from.upload_uuid &&
      version.page_index === from.page_index,
  );
  const there = alike.find(({ overall_state }) => overall_state === 'DONE') ?? alike[0];
  return { asset: from.asset_uuid, from, next: newest.number + 1, rotation, there };
}

function rotatedSides({ width_px, height_px }: Version, degrees: number) {
  return degrees === 180 ? { width_px, height_px } : { width_px: height_px, height_px: width_px };
}
