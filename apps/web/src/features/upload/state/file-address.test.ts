import { expect, it } from 'vitest';
import { readFileAddress } from './file-address.ts';

it('[UPL-31, UPL-32] an image: png, tiff, jpeg, gif, jpg, whatever the case', () => {
  for (const extension of ['png', 'tiff', 'jpeg', 'gif', 'jpg', 'JPG'])
    expect(readFileAddress('image', `https://a.example/x/leaf 1.${extension}?size=full#top`)).toEqual({
      name: `leaf 1.${extension}`,
    });
  for (const name of ['leaf.tif', 'leaf.webp', 'leaf', 'leaf.png.exe'])
    expect(readFileAddress('image', `https://a.example/${name}`)).toEqual({ name, error: 'wrong-extension' });
});

it('[UPL-36, UPL-37] a PDF: pdf', () => {
  expect(readFileAddress('pdf', ' http://a.example/book.PDF ')).toEqual({ name: 'book.PDF' });
  expect(readFileAddress('pdf', 'http://a.example/book.png').error).toBe('wrong-extension');
});

it('[UPL-34] without a file name there is none, and while an address is typed no error', () => {
  for (const typed of ['', '  ', 'https://a.example', 'https://a.example/folder/'])
    expect(readFileAddress('image', typed)).toEqual({ name: '' });
});

it('what is no address says so', () => {
  for (const typed of ['leaf.png', 'ftp://a.example/leaf.png', 'https://', 'javascript:alert(1)//a.png'])
    expect(readFileAddress('image', typed)).toEqual({ name: '', error: 'no-address' });
});
