import { expect, it } from 'vitest';
import { assetOf, filesTaken, planDrop } from './drop-plan.ts';

const plan = (...paths: string[]) =>
  planDrop(paths.map((path) => ({ path, file: new File(['x'], path.split('/').at(-1) ?? '') })));
const told = (...paths: string[]) =>
  plan(...paths).groups.map(({ pressmark, files }) => [pressmark, ...files.map(({ file }) => file.name)]);

it('puts together what has one pressmark, whatever its case, in the order of the numbers', () => {
  expect(told('MS-12_010.tif', 'ms-12_2_1v.tif', 'MS-2_1.jpg', 'MS-12_001_1r.tif')).toEqual([
    ['MS-2', 'MS-2_1.jpg'],
    ['MS-12', 'MS-12_001_1r.tif', 'ms-12_2_1v.tif', 'MS-12_010.tif'],
  ]);
});

it('reads the longest pressmark, and takes no date of a camera for a number', () => {
  expect(told('MS_12_002.TIF')).toEqual([['MS_12', 'MS_12_002.TIF']]);
  expect(told('MS_12_002_recto.tif')).toEqual([['MS_12', 'MS_12_002_recto.tif']]);
  expect(told('scans/IMG_20261122093000.jpg')).toEqual([['scans', 'IMG_20261122093000.jpg']]);
});

it('goes by the folder where the name tells nothing, and leaves what lies beside for the user', () => {
  expect(told('MS 7/p 10.png', 'MS 7/p 2.png', 'loose.png')).toEqual([
    ['', 'loose.png'],
    ['MS 7', 'p 2.png', 'p 10.png'],
  ]);
});

it('tells missing numbers and numbers that several files have', () => {
  const [group] = plan('A_1.tif', 'A_3.tif', 'A_3_b.tif', 'A_7.tif').groups;
  expect(group).toMatchObject({ gaps: '2, 4–6', doubles: '3' });
  expect(plan('A_0.tif', 'A_1.tif').groups[0]).toMatchObject({ gaps: '', doubles: '' });
  expect(plan('A_2.tif').groups[0]).toMatchObject({ gaps: '1' });
});

it('names what no kind takes, and says nothing of what systems leave in folders', () => {
  expect(plan('A_1.tif', 'A_1.xml', 'x/.DS_Store', 'Thumbs.db', '.git/A_2.tif').leftOut).toEqual(['A_1.xml']);
});

it('[UPL-30] makes assets of every kind, a PDF of a new item only and the first alone; the others are named', () => {
  const [group] = plan('A_1.tif', 'A_2.mp3', 'A_3.pdf', 'A_4.mp4', 'A_5.zip', 'A_6.pdf').groups;
  const split = (isNew: boolean) => {
    const { taken, pdfsLeft } = filesTaken(group?.files ?? [], isNew);
    return [taken.map((file) => assetOf(file).assetType), pdfsLeft.map(({ file }) => file.name)];
  };
  expect(split(true)).toEqual([['images', 'audios', 'pdf', 'videos', 'model3Ds'], ['A_6.pdf']]);
  expect(split(false)).toEqual([
    ['images', 'audios', 'videos', 'model3Ds'],
    ['A_3.pdf', 'A_6.pdf'],
  ]);
});

it('takes the images that are taken from folders, JPEG 2000 masters too', () => {
  const names = ['A_1.JP2', 'A_2.jpx', 'A_3.j2k', 'A_4.webp'];
  const { groups, leftOut } = plan(...names);
  expect(groups.flatMap(({ files }) => files.map(({ list }) => list))).toEqual(names.map(() => 'image'));
  expect(leftOut).toEqual([]);
});
