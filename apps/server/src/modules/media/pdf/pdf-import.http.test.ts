import { getImageText, listItemImages } from '@armarium/contract/image-calls';
import { importPdf } from '@armarium/contract/imports';
import { uploadCalls } from '@armarium/contract/uploads';
import { expect, it } from 'vitest';
import { madePdf } from '../../../../../../tests/http/made-pdf.ts';
import { madePng } from '../../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
} from '../../../../../../tests/http/test-installation.ts';

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
