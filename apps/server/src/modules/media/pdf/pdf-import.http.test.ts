import { writeFile } from 'node:fs/promises';
import { getImageText, listItemImages } from '@armarium/contract/image-calls';
import { importPdf } from '@armarium/contract/imports';
import { uploadCalls } from '@armarium/contract/uploads';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { madePdf } from '../../../../../../tests/http/made-pdf.ts';
import { madePng } from '../../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
} from '../../../../../../tests/http/test-installation.ts';
import { MediaRefused, tookTooLong } from '../media-refused.ts';
import { type CopiedUpload, mayHaveCopy, ReaderCopies } from './reader-copies.ts';

const house = await openInstallation({ worker: true });
const client = await house.person('default', 'ROLE_CCC');
const pages = ['primo', 'secondo', 'terzo'].map((text) => ({ width_pt: 144, height_pt: 72, text }));

it('[ASSET-33, IMP-30, API-092, API-103] a PDF gives an item one image a page, in order', async () => {
  const source = madePdf(pages);
  const sent = await client.upload(uploadCalls.pdf, {
    source,
    name: 'registro.pdf',
    type: 'application/pdf',
  });
  expect(sent).toMatchObject({
    status: 201,
    body: { originalFilename: 'registro.pdf' },
  });
  const links = sent.body as unknown as Record<string, string>;
  expect(links['pdfLink']).toBe(links['imageLink']);
  const item = await importedItem(client, {});
  const body = { culturalItemUuid: item.uuid, uuid: sent.body.uuid, sgtt: 'Registro' };
  const answer = await client.call(importPdf, { body });
  expect(answer).toMatchObject({ status: 202, body: { uuid: sent.body.uuid } });
  await settledImport(client, item.uuid);
  const { body: list } = await client.call(listItemImages, { params: { uuid: item.uuid } });
  expect(
    list._embedded.images.map(({ sgtt, position, width_px, height_px, importState, sha256 }) => ({
      sgtt,
      position,
      size: [width_px, height_px],
      importState,
      sha256,
    })),
  ).toEqual(
    ['Registro', 'Registro (2)', 'Registro (3)'].map((sgtt, index) => ({
      sgtt,
      position: index + 1,
      size: [400, 200],
      importState: 'DONE',
      sha256: sent.body.sha256,
    })),
  );
  const texts: string[] = [];
  for (const { uuid, _links } of list._embedded.images) {
    expect(new URL(_links.text?.href ?? '').pathname).toBe(`/meta/images/${uuid}/text`);
    texts.push((await client.call(getImageText, { params: { uuid } })).body.text);
  }
  expect(texts).toEqual(['primo', 'secondo', 'terzo']);
});

it('[IMP-49] what is no PDF leaves nothing, and an image is no PDF', async () => {
  const files = await house.storedFiles();
  const answer = await client.upload(uploadCalls.pdf, {
    source: madePng(),
    name: 'a.pdf',
    type: 'application/pdf',
  });
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'file-refused', fields: [{ name: 'file', code: 'not-a-pdf' }] },
  });
  expect(await house.storedFiles()).toEqual(files);
});

/** A PDF that was uploaded; its row as `ReaderCopies` takes it, and whether the database says that a copy may be had. */
async function sentPdf() {
  const file = { source: madePdf(pages), name: 'registro.pdf', type: 'application/pdf' };
  const { uuid } = (await client.upload(uploadCalls.pdf, file)).body;
  return async () => {
    const { rows } = await house.program.media.database.bookkeeping(house.tenantIds.default, (db) =>
      sql<CopiedUpload & { isOffered: boolean }>`
        select uuid, storage_key as key, 3 as pages, reader_copy as copy, ${mayHaveCopy} as "isOffered"
        from upload where uuid = ${uuid}::uuid`.execute(db),
    );
    return rows[0]!;
  };
}

it('a copy for readers that takes too long is tried again after an hour, and no third time', async () => {
  const upload = await sentPdf();
  let tries = 0;
  const copyPdf = () => {
    tries += 1;
    return Promise.reject(new MediaRefused(tookTooLong));
  };
  const copies = new ReaderCopies({ ...house.program.media, copyPdf }, (work) => work());
  const ask = async () => {
    const before = await upload();
    expect(await copies.of(house.tenantIds.default, before)).toBeUndefined();
    return { tries, isOffered: before.isOffered };
  };
  expect(await ask()).toEqual({ tries: 1, isOffered: true });
  expect(await ask()).toEqual({ tries: 1, isOffered: false });
  const { uuid } = await upload();
  const triedAgo = async (minutes: number) => {
    const triedAt = new Date(Date.now() - minutes * 60_000);
    await house.query(`update upload set reader_copy = reader_copy || $2 where uuid = $1`, [
      uuid,
      { triedAt },
    ]);
  };
  await triedAgo(59);
  expect(await ask()).toEqual({ tries: 1, isOffered: false });
  await triedAgo(61);
  expect(await ask()).toEqual({ tries: 2, isOffered: true });
  expect((await upload()).copy).toEqual({ refused: 'took-too-long' });
  expect(await ask()).toEqual({ tries: 2, isOffered: false });
});

it('a copy for readers is not begun when all have gone who waited for it', async () => {
  const [wanted, left] = [await (await sentPdf())(), await (await sentPdf())()];
  const made: string[] = [];
  const copyPdf = async (source: string, into: string) => {
    made.push(source);
    await writeFile(into, 'A copy.');
  };
  let begin = () => undefined as void;
  const turn = new Promise<void>((resolve) => (begin = resolve));
  const copies = new ReaderCopies({ ...house.program.media, copyPdf }, async (work, isGone) => {
    await turn;
    return isGone() ? undefined : work();
  });
  const ask = (upload: CopiedUpload, isGone: boolean) =>
    copies.of(house.tenantIds.default, upload, () => isGone);
  const asked = [ask(left, true), ask(wanted, true), ask(wanted, false)];
  begin();
  const [none, first, second] = await Promise.all(asked);
  expect(none).toBeUndefined();
  expect(first).toMatchObject({ size_bytes: 7 });
  expect(second).toEqual(first);
  expect(made).toHaveLength(1);
  expect(await ask(left, false)).toMatchObject({ size_bytes: 7 });
});
