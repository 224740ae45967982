import sharp from 'sharp';
import { beforeEach, expect, it, vi } from 'vitest';
import { importedItem, openInstallation, uploaded } from '../../../../../../tests/http/test-installation.ts';
import { jobContext } from '../../../../../../tests/harness/job-context.ts';
import { ImageRefused } from '../image/image-refused.ts';
import { MediaRefused, tookTooLong } from '../media-refused.ts';
import { describeImagesJob } from './describe-images.job.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const tenantId = house.tenantIds.default;
const { media } = house.program;

const picture = (creator: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .withExif({ IFD0: { Artist: creator } })
    .jpeg()
    .toBuffer();
const uploads = await Promise.all(
  ['Ada', 'Bo', 'Cy', 'Di'].map(async (name) =>
    uploaded(client, { source: await picture(name), name: `${name}.jpg` }),
  ),
);
await importedItem(client, {}, uploads);
const [ada, bo, cy, di] = uploads.map(({ uuid }) => uuid);

const embeddedOf = async (uuid: string | undefined) => {
  const [row] = await house.query<{ embedded: object | null }>(
    `select technical->'embedded' as embedded from asset_version where asset_uuid = $1`,
    [uuid],
  );
  return row?.embedded;
};
const waiting = async () =>
  (
    await house.query<{ payload: object }>(
      `select payload from graphile_worker._private_jobs where key like '%describe-images'`,
    )
  ).map(({ payload }) => payload);

beforeEach(async () => {
  await house.query(`delete from graphile_worker._private_jobs where key like '%describe-images'`);
  // As they were prepared before.
  await house.query(`update asset_version set technical = '{"format": "jpeg", "colourSpace": "srgb"}'`);
});

it('[IMP-27] reads what files say that were prepared before, and only once', async () => {
  await house.query(
    `update asset_version set technical = technical || '{"format": "pdf"}' where asset_uuid = $1`,
    [di],
  );
  const describe = vi.fn(media.describe);
  const job = describeImagesJob({ ...media, describe });
  // The timer begins wherever something is left.
  await job({}, jobContext);
  expect(await waiting()).toMatchObject([{ tenantId }]);
  await job({ tenantId }, jobContext);
  await job({ tenantId }, jobContext);
  expect(describe).toHaveBeenCalledTimes(3);
  expect([await embeddedOf(ada), await embeddedOf(bo), await embeddedOf(di)]).toEqual([
    { creator: 'Ada' },
    { creator: 'Bo' },
    null,
  ]);
  await house.query(`delete from graphile_worker._private_jobs where key like '%describe-images'`);
  await job({}, jobContext);
  expect(await waiting()).toEqual([]);
});

it('goes on after a file that cannot be read now, and leaves it for later', async () => {
  const [{ key } = { key: '' }] = await house.query<{ key: string }>(
    'select storage_key as key from upload where uuid = $1',
    [bo],
  );
  const localPath: typeof media.storage.localPath = (wanted) =>
    wanted === key ? Promise.reject(new Error('The disk does not answer.')) : media.storage.localPath(wanted);
  const storage = Object.assign(Object.create(media.storage) as typeof media.storage, { localPath });
  const refusals = [new MediaRefused(tookTooLong), ImageRefused.for('unreadable', {})];
  const describe: typeof media.describe = (path, page, options) => {
    const refusal = path.includes(cy ?? '') ? refusals[0] : path.includes(di ?? '') ? refusals[1] : undefined;
    return refusal ? Promise.reject(refusal) : media.describe(path, page, options);
  };
  await describeImagesJob({ ...media, storage, describe })({ tenantId }, jobContext);
  expect(await Promise.all([ada, bo, cy, di].map(embeddedOf))).toEqual([{ creator: 'Ada' }, null, null, {}]);
});

it('ends after its turn, and goes on where it was', async () => {
  const describe = vi.fn(media.describe);
  const job = describeImagesJob({ ...media, describe }, 0);
  await job({ tenantId }, jobContext);
  expect(describe).toHaveBeenCalledTimes(1);
  const [rest] = await waiting();
  expect(rest).toMatchObject({ tenantId, after: uploads.map(({ uuid }) => uuid).sort()[0] });
  await describeImagesJob({ ...media, describe })(rest, jobContext);
  expect(describe).toHaveBeenCalledTimes(4);
});
