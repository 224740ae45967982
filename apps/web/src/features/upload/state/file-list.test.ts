import { describe, expect, it } from 'vitest';
import { accepts, acceptsDropped, pickable } from './content-types.ts';
import { addFiles, canPreview, moveFile, noFiles, orderByName, removeFile } from './file-list.ts';
import type { ChosenFileList } from './file-list.ts';

let ids = 0;
const newId = () => `f${(ids += 1)}`;

function file(name: string, type = 'image/tiff', content = 'x', lastModified = 1): File {
  return new File([content], name, { type, lastModified });
}

function names({ files }: ChosenFileList): string[] {
  return files.map((one) => one.name);
}

function idOf({ files }: ChosenFileList, name: string): string {
  return files.find((one) => one.name === name)?.id ?? '';
}

describe('addFiles', () => {
  it('orders by name as a person counts', () => {
    const pages = ['p10.tif', 'P2.tif', 'p1.tif'].map((name) => file(name));
    expect(names(addFiles(noFiles, pages, newId))).toEqual(['p1.tif', 'P2.tif', 'p10.tif']);
  });

  it('tells duplicates, wrong kinds and empty files by name, and says nothing of system files', () => {
    const one = addFiles(noFiles, [file('a.tif')], newId);
    const two = addFiles(
      one,
      [
        file('a.tif'),
        file('a.tif', 'image/tiff', 'y', 2),
        file('b.bmp', 'image/bmp'),
        file('c.png', 'image/png', ''),
        file('.DS_Store', ''),
      ],
      newId,
    );
    expect(names(two)).toEqual(['a.tif', 'a.tif']);
    expect(two.leftOut).toEqual({ duplicates: ['a.tif'], wrongKind: ['b.bmp'], empty: ['c.png'] });
  });

  it('keeps an order made by hand and adds at the end', () => {
    const some = addFiles(noFiles, [file('a.tif'), file('b.tif')], newId);
    const own = moveFile(some, idOf(some, 'b.tif'), -1);
    expect(names(own)).toEqual(['b.tif', 'a.tif']);
    const more = addFiles(own, [file('2.tif'), file('1.tif')], newId);
    expect(names(more)).toEqual(['b.tif', 'a.tif', '1.tif', '2.tif']);
    expect(names(orderByName(more))).toEqual(['1.tif', '2.tif', 'a.tif', 'b.tif']);
  });
});

it('moves no further than the ends, and takes files out', () => {
  const some = addFiles(noFiles, [file('a.tif'), file('b.tif'), file('c.tif')], newId);
  expect(moveFile(some, idOf(some, 'a.tif'), -1)).toBe(some);
  expect(names(moveFile(some, idOf(some, 'a.tif'), 9))).toEqual(['b.tif', 'c.tif', 'a.tif']);
  expect(names(removeFile(some, idOf(some, 'b.tif')))).toEqual(['a.tif', 'c.tif']);
});

describe('images', () => {
  const isTaken = (name: string, type: string) => {
    const one = { name, type };
    // A file that is dropped goes where it can be chosen.
    expect(acceptsDropped(one)).toBe(accepts('image', one) ? 'image' : undefined);
    return accepts('image', one);
  };

  it('[UPL-33] png, tiff, jpeg and gif are accepted by media type, by extension where there is none', () => {
    for (const type of ['image/png', 'image/tiff', 'image/jpeg', 'image/gif'])
      expect(isTaken('x', type)).toBe(true);
    expect(isTaken('scan.TIF', '')).toBe(true);
    expect(isTaken('scan', '')).toBe(false);
    expect(isTaken('fake.tif', 'application/xml')).toBe(false);
  });

  it.each([
    ['leaf.jp2', ''],
    ['leaf.JP2', 'image/jp2'],
    ['leaf.j2k', 'application/octet-stream'],
    ['leaf.jpx', 'image/jpx'],
    ['leaf.jpf', 'image/x-jpf'],
    ['leaf.webp', 'image/webp'],
    ['leaf.webp', ''],
    ['leaf.tif', 'image/x-tiff'],
    ['leaf.gif', ''],
    ['leaf.jpe', ''],
  ])('%s with the media type "%s" is one, as the server takes it', (name, type) => {
    expect(isTaken(name, type)).toBe(true);
  });

  it.each([
    ['leaf.bmp', 'image/bmp'],
    ['leaf.svg', 'image/svg+xml'],
    ['leaf.heic', ''],
    ['leaf.avif', 'image/avif'],
    ['leaf.jp2', 'text/plain'],
  ])('%s with the media type "%s" is none', (name, type) => {
    expect(isTaken(name, type)).toBe(false);
  });

  it('a picker offers all of them by their names', () => {
    expect(pickable('image')).toBe('.png,.tif,.tiff,.jpg,.jpeg,.jpe,.gif,.jp2,.j2k,.jpx,.jpf,.webp');
  });

  it.each([
    ['a.png', 'image/png', true],
    ['a.webp', 'image/webp', true],
    ['a.WEBP', '', true],
    ['a.jp2', 'image/jp2', false],
    ['a.j2k', '', false],
    ['a.tif', 'image/tiff', false],
    ['a.tif', '', false],
  ])('whether the browser draws %s with the media type "%s": %s', (name, type, drawn) => {
    expect(canPreview(file(name, type))).toBe(drawn);
  });
});
