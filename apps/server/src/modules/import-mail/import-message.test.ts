import { describe, expect, it } from 'vitest';
import { importMessage, type ImportNews } from './import-message.ts';

const pages = {
  item: (uuid: string) => `/item/${uuid}`,
  batch: (uuid: string) => `/batch/${uuid}`,
  monitor: (areFailed: boolean) => (areFailed ? '/failed' : '/monitor'),
  profile: '/profile',
};
const series = {
  files: 12140,
  failed: 0,
  sheets: 0,
  failedRows: 0,
  began_at: new Date('2026-11-28T08:00:00Z'),
  last_at: new Date('2026-11-28T09:28:10Z'),
};
const news: ImportNews = { series, failed: [], sheets: [] };
const failed = [
  { filename: 'a.tif', item: 'i1', title: 'Il\n*Herbarium', pressmark: 'Bot. 1' },
  { filename: 'b.tif', item: 'i2', title: ' ', pressmark: 'Bot. 2' },
];

describe('the message about the end of an import', () => {
  it('says how much it was and how long it took', () => {
    expect(importMessage(news, pages, 'en')).toEqual({
      language: 'en',
      subject: 'Your import has ended',
      paragraphs: [
        'The import of 12,140 files has ended. It took 1 h 28 min.',
        'All of them are ready.',
        'You get this message because you chose it in your profile.',
      ],
      links: [
        { label: 'Imports', href: '/monitor' },
        { label: 'Own profile', href: '/profile' },
      ],
    });
  });

  it('names what failed, and says where there is more of it', () => {
    const { subject, paragraphs, links } = importMessage(
      { ...news, series: { ...series, failed: 3 }, failed },
      pages,
      'it',
    );
    expect(subject).toBe('La tua importazione è terminata: errori: 3');
    expect(paragraphs[0]).toBe('L’importazione di 12.140 file è terminata. È durata 1 h 28 min.');
    expect(paragraphs[1]).toMatch(/^3 file non si sono potuti preparare\./);
    expect(paragraphs[2]).toBe('Qui sono elencati i primi 2.');
    expect(links.slice(0, 3)).toEqual([
      { label: 'a.tif: Il Herbarium (Bot. 1)', href: '/item/i1' },
      { label: 'b.tif: Senza titolo (Bot. 2)', href: '/item/i2' },
      { label: 'Importazioni', href: '/failed' },
    ]);
  });

  it('tells what became of spreadsheets, and counts their failed rows', () => {
    const sheets = [
      { batch: 'b1', filename: 'list.xlsx', changed: 1200, failed: 2, isBrokenOff: false },
      { batch: 'b2', filename: 'half.csv', changed: 10, failed: 0, isBrokenOff: true },
    ];
    const message = importMessage(
      { series: { ...series, files: 0, sheets: 3, failedRows: 5 }, failed: [], sheets },
      pages,
      'en',
    );
    expect(message).toMatchObject({
      subject: 'Your import has ended: 5 failed',
      paragraphs: [
        'The import of the spreadsheet list.xlsx has ended. Rows written: 1,200; failed: 2.',
        'The import of the spreadsheet half.csv was interrupted. Rows written: 10.',
        'Other imported spreadsheets: 1.',
        expect.any(String),
      ],
    });
    expect(message.links.map(({ href }) => href)).toEqual(['/batch/b1', '/batch/b2', '/profile']);
  });
});
