import { describe, expect, it } from 'vitest';
import { readBasic } from './sign-in.ts';

const encoded = (text: string, encoding: BufferEncoding = 'utf8') =>
  `Basic ${Buffer.from(text, encoding).toString('base64')}`;

describe('a Basic authorization header', () => {
  it.each([
    [encoded('ada:pass'), { username: 'ada', password: 'pass' }],
    [encoded('ada:a:b:'), { username: 'ada', password: 'a:b:' }],
    [encoded('ada:'), { username: 'ada', password: '' }],
    [encoded('è:perché'), { username: 'è', password: 'perché' }],
    [encoded('a:b').replace('Basic', 'bAsIc'), { username: 'a', password: 'b' }],
  ])('[LOGIN-22] %s is read as UTF-8', (header, read) => {
    expect(readBasic(header)).toEqual(read);
  });

  it.each([
    undefined,
    '',
    'Basic',
    'Basic ',
    'Basic a b',
    'Basic !!!!',
    encoded('no colon'),
    encoded(':no name'),
    `Bearer ${Buffer.from('a:b').toString('base64')}`,
  ])('%j is none', (header) => {
    expect(readBasic(header)).toBeUndefined();
  });
});
