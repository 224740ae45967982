import { expect, it } from 'vitest';
import {
  assetsOf,
  canUpload,
  filesLeftBehind,
  holdsAnything,
  modelProblems,
  nothingChosen,
  isAddressFailed,
  openAddress,
  shownList,
  withAddress,
  withList,
  withModelMode,
  type ChosenFiles,
} from './chosen-files.ts';
import { accepts, contentTypes, pickable } from './content-types.ts';
import { addFetched, addFiles, noFiles } from './file-list.ts';
import { storedOf } from './upload-record.ts';

let ids = 0;
const newId = () => `f${(ids += 1)}`;

const chosen = (content: ChosenFiles, ...names: string[]) =>
  withList(content, shownList(content), (selection) =>
    addFiles(
      selection,
      names.map((name) => new File(['x'], name)),
      newId,
      shownList(content),
    ),
  );
const separate = withModelMode({ ...nothingChosen, type: 'model3D' }, 'separate');
const problems = (content: ChosenFiles) =>
  modelProblems(shownList(content), content.lists[shownList(content)]);

it('[UPL-38] audio: mp3, aac, m4a, wav, ogg, flac, amr, opus, whatever the case', () => {
  for (const extension of ['mp3', 'aac', 'm4a', 'wav', 'ogg', 'flac', 'amr', 'opus', 'MP3'])
    expect(accepts('audio', { name: `a.${extension}`, type: '' })).toBe(true);
  for (const name of ['a.aiff', 'a.mp4', 'mp3', 'a.mp3.exe'])
    expect(accepts('audio', { name, type: 'audio/mpeg' })).toBe(false);
});

it('[UPL-39] video: mp4, mpeg, mpg, avi, mov, mkv, flv, webm, 3gp', () => {
  for (const extension of ['mp4', 'mpeg', 'mpg', 'avi', 'mov', 'mkv', 'flv', 'webm', '3gp'])
    expect(accepts('video', { name: `a.${extension}`, type: '' })).toBe(true);
  expect(accepts('video', { name: 'a.wmv', type: 'video/mp4' })).toBe(false);
});

it('[UPL-45] textures: png, tiff, jpeg, bmp, svg', () => {
  for (const extension of ['png', 'tiff', 'jpeg', 'jpg', 'bmp', 'svg'])
    expect(accepts('separate', { name: `a.${extension}`, type: '' })).toBe(true);
  for (const extension of ['gif', 'webp', 'zip'])
    expect(accepts('separate', { name: `a.${extension}`, type: '' })).toBe(false);
});

it('[UPL-40, UPL-41, UPL-43, UPL-44] separate files: one .obj, at most one .mtl and one image', () => {
  expect(problems(separate)).toEqual([]);
  expect(canUpload(separate)).toBe(false);
  expect(problems(chosen(separate, 'a.mtl'))).toEqual(['obj-required']);
  expect(problems(chosen(separate, 'a.obj', 'b.OBJ'))).toEqual(['obj-several']);
  expect(problems(chosen(separate, 'a.obj', 'a.mtl', 'b.mtl', 'a.png', 'b.svg'))).toEqual([
    'mtl-several',
    'image-several',
  ]);
  for (const names of [['a.obj'], ['a.obj', 'a.mtl', 'a.bmp']]) {
    expect(problems(chosen(separate, ...names))).toEqual([]);
    expect(canUpload(chosen(separate, ...names))).toBe(true);
  }
});

it('[UPL-42] a package: a .zip is required', () => {
  const zip = { ...nothingChosen, type: 'model3D' as const };
  expect(problems(chosen(zip, 'cow.obj'))).toEqual(['zip-required']);
  expect(canUpload(chosen(zip, 'cow.obj'))).toBe(false);
  expect(canUpload(chosen(zip, 'cow.zip'))).toBe(true);
});

it('[UPL-25] another mode clears the files of both', () => {
  const other = withModelMode(chosen(separate, 'a.obj'), 'zip');
  expect(other.lists.separate).toEqual(noFiles);
  expect(withModelMode(other, 'separate').lists.separate.files).toEqual([]);
});

it('[UPL-27] files of the chosen type alone are uploaded, and the others are counted', () => {
  const images = chosen(nothingChosen, 'a.png', 'b.png');
  expect(canUpload(images)).toBe(true);
  for (const type of contentTypes) {
    const shown = { ...images, type };
    expect(canUpload(shown)).toBe(type === 'image');
    expect(filesLeftBehind(shown)).toBe(type === 'image' ? 0 : 2);
  }
});

it('[UPL-30] of several PDFs the first one is uploaded', () => {
  const pdfs = chosen({ ...nothingChosen, type: 'pdf' }, 'b.pdf', 'a.pdf');
  expect(assetsOf(pdfs).map(({ name, assetType, kind }) => [name, assetType, kind])).toEqual([
    ['a.pdf', 'pdf', 'pdf'],
  ]);
});

it('[API-102] a model of separate files is one asset with its parts', () => {
  expect(assetsOf(chosen(separate, 'a.png', 'a.mtl', 'a.obj'))).toMatchObject([
    {
      assetType: 'model3Ds',
      kind: 'object',
      name: 'a.obj',
      parts: [
        { kind: 'material', name: 'a.mtl' },
        { kind: 'texture', name: 'a.png' },
      ],
    },
  ]);
});

it('a fetched file stands in the list once', () => {
  const stored = { uuid: 'u', imageLink: 'l', originalFilename: 'far.png' };
  const once = addFetched(noFiles, { ...stored, size_bytes: 5 });
  expect(once.files).toEqual([{ id: 'u', name: 'far.png', size_bytes: 5, stored }]);
  expect(addFetched(once, { ...stored, size_bytes: 5 })).toBe(once);
});

it('of a stored file the items are kept that have the same one, each once', () => {
  const links = { self: { href: '' }, culturalItem: { href: '' } };
  const place = { sgtt: '', isCurrent: true, culturalItemUuid: 'i', pressmark: 'MS 1', _links: links };
  const sameContent = ['a', 'b'].map((uuid) => ({ ...place, uuid }));
  const answer = { uuid: 'u', imageLink: 'l', originalFilename: 'far.png' };
  expect(storedOf({ ...answer, sameContent })).toEqual({
    ...answer,
    heldBy: [{ uuid: 'i', pressmark: 'MS 1' }],
  });
  expect(storedOf({ ...answer, sameContent: [] })).toEqual(answer);
});

it('offers in a picker for one part of a model what can be that part, and nothing else', () => {
  expect(pickable('object')).toBe('.obj');
  expect(pickable('material')).toBe('.mtl');
  expect(pickable('texture')).toBe('.png,.tif,.tiff,.jpg,.jpeg,.bmp,.svg');
  expect(pickable('pdf')).toBe('.pdf');
});

it('an address that stands typed holds the upload of its type back; of another type it is told to stay behind', () => {
  const one = chosen(nothingChosen, '1.png');
  const typed = withAddress(one, 'image', { typed: 'https://example.org/2.png' });
  expect([canUpload(one), canUpload(typed)]).toEqual([true, false]);
  expect(openAddress(withAddress(typed, 'image', { isFetching: true }))).toMatchObject({ isFetching: true });
  expect(canUpload(withAddress(typed, 'image', { typed: ' ' }))).toBe(true);
  // One that failed holds nobody back, until it is tried again.
  const failed = withAddress(typed, 'image', { failure: { stage: 'upload', code: 'address-unreachable' } });
  expect([canUpload(failed), isAddressFailed(failed)]).toEqual([true, true]);
  expect(canUpload(withAddress(failed, 'image', { isFetching: true }))).toBe(false);
  const other = withAddress(one, 'pdf', { typed: 'https://example.org/a.pdf' });
  expect([canUpload(other), filesLeftBehind(other)]).toEqual([true, 1]);
  expect([holdsAnything(nothingChosen), holdsAnything(typed)]).toEqual([false, true]);
});
