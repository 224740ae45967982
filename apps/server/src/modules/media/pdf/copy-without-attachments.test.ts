import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AFRelationship,
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { madePdf } from '../../../../../../tests/http/made-pdf.ts';
import { MediaRefused } from '../media-refused.ts';
import { copyWithoutAttachments } from './copy-without-attachments.ts';
import { withPdf } from './open-pdf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-copy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const real = join(import.meta.dirname, '../../../../../../../shared/data/pdf');
const secret = 'the salaries of 1953';
const pages = ['primo', 'secondo'].map((text) => ({ width_pt: 144, height_pt: 72, text }));

async function copied(bytes: Uint8Array, count = pages.length): Promise<Buffer> {
  const [source, into] = [join(folder, 'source.pdf'), join(folder, 'copy.pdf')];
  await writeFile(source, bytes);
  await copyWithoutAttachments(source, into, count);
  return readFile(into);
}

const textsOf = (bytes: Uint8Array) =>
  writeFile(join(folder, 'read.pdf'), bytes).then(() =>
    withPdf(join(folder, 'read.pdf'), async (pdf) =>
      Promise.resolve([...pdf.pages()].map((page) => page.getText().trim())),
    ),
  );

/** All that a PDF holds, its compressed objects and streams as well. */
async function contentsOf(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  const streamOf = (object: PDFObject) =>
    object instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(object).decode()).toString('latin1') : '';
  return context
    .enumerateIndirectObjects()
    .map(([, object]) => `${object.toString()} ${streamOf(object)}`)
    .join('\n');
}

/** Of the annotations of the first page. */
function subtypesOf(pdf: PDFDocument): string[] {
  const annotations = pdf.getPage(0).node.lookup(PDFName.of('Annots'), PDFArray);
  return annotations
    .asArray()
    .map((_, at) => String(annotations.lookup(at, PDFDict).lookup(PDFName.of('Subtype'))));
}

/** With a file attached in each of the ways that there are. */
async function withAttachments(): Promise<PDFDocument> {
  const pdf = await PDFDocument.load(madePdf(pages), { updateMetadata: false });
  const { context, catalog } = pdf;
  await pdf.attach(Buffer.from(secret), 'salaries.txt', { afRelationship: AFRelationship.Data });
  await pdf.flush();
  const stream = context.register(context.stream(Buffer.from(secret), { Type: 'EmbeddedFile' }));
  const file = (name: string) =>
    context.register(context.obj({ F: PDFString.of(name), EF: { F: stream, UF: stream } }));
  /** Of no type that says what it is. */
  const held = () => context.register(context.stream(Buffer.from(secret)));
  const [first, second] = pdf.getPages();
  const note = context.register(
    context.obj({ Type: 'Annot', Subtype: 'FileAttachment', Rect: [0, 0, 9, 9], FS: file('of-a-note.txt') }),
  );
  const popup = context.register(
    context.obj({ Type: 'Annot', Subtype: 'Popup', Rect: [0, 0, 9, 9], Parent: note }),
  );
  const link = context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9] }));
  const film = context.register(
    context.obj({
      ...{ Type: 'Annot', Subtype: 'RichMedia', Rect: [0, 0, 9, 9] },
      RichMediaContent: { Assets: { Names: [PDFString.of('film'), file('of-a-film.txt')] } },
    }),
  );
  const annotation = (Subtype: string, rest: Parameters<PDFContext['stream']>[1]) =>
    context.obj({ Type: 'Annot', Subtype, Rect: [0, 0, 9, 9], ...rest });
  const sound = context.register(annotation('Sound', { Sound: held() }));
  const told = context.register(annotation('Popup', { Parent: sound }));
  const clip = { S: 'MCD', D: file('of-a-clip.txt') };
  const shown = [
    film,
    annotation('Screen', { A: { S: 'Rendition', R: { S: 'MR', C: clip } } }),
    annotation('Movie', { Movie: { F: file('of-a-movie.txt') } }),
    annotation('3D', { '3DD': held() }),
    annotation('3D', { '3DD': { Type: '3DRef', '3DD': held() } }),
    annotation('Link', { A: { S: 'Sound', Sound: held() } }),
    link,
  ];
  first?.node.set(PDFName.of('Annots'), context.obj([note, sound, told, popup, ...shown]));
  first?.node.set(
    PDFName.of('PieceInfo'),
    context.obj({ Illustrator: { Private: { AIPrivateData1: held() } } }),
  );
  const fields = [annotation('Widget', { FT: 'Tx', T: PDFString.of('a field') })];
  const xfaParts = [PDFString.of('datasets'), held()];
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: fields, XFA: xfaParts }));
  catalog.set(PDFName.of('NeedsRendering'), context.obj(true));
  // File specifications as other programs write them, and one without a name.
  for (const [at, specification] of [
    { DOS: PDFString.of('SAL.TXT'), EF: { DOS: held() } },
    { Mac: PDFString.of('Salaries'), EF: { Mac: held() }, RF: { Mac: [PDFString.of('more'), held()] } },
    { Type: 'FileSpec', EF: { Some: held(), Length: 7 } },
    { Desc: PDFString.of('some file'), EF: { F: held() } },
    { EF: context.register(context.obj({ Any: held() })) },
    { Stored: stream },
  ].entries())
    catalog.set(PDFName.of(`Held${at}`), context.register(context.obj(specification)));
  second?.node.set(PDFName.of('AF'), context.obj([file('of-a-page.txt')]));
  catalog.set(PDFName.of('StructTreeRoot'), context.obj({ Type: 'StructTreeRoot', K: { Obj: note } }));
  catalog.set(PDFName.of('Collection'), context.obj({ View: 'D' }));
  return pdf;
}

describe('the copy of a PDF for readers', () => {
  it('has its pages and its text, and none of the files that are attached to it', async () => {
    const source = await (await withAttachments()).save();
    expect(await contentsOf(source)).toContain(secret);
    const copy = await copied(source);
    expect(await textsOf(copy)).toEqual(['primo', 'secondo']);
    const contents = await contentsOf(copy);
    for (const gone of [
      secret,
      'salaries.txt',
      'of-a-note.txt',
      'of-a-page.txt',
      'EmbeddedFile',
      '/EF',
      '/RF',
      '/Collection',
      '/PieceInfo',
      '/XFA',
      '/NeedsRendering',
      '/RichMediaContent',
      '/3DD',
    ])
      expect({ gone, isThere: contents.includes(gone) }).toEqual({ gone, isThere: false });
    const pdf = await PDFDocument.load(copy);
    expect(subtypesOf(pdf)).toEqual(['/RichMedia', '/Screen', '/Movie', '/3D', '/3D', '/Link', '/Link']);
    const form = pdf.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
    expect(form.lookup(PDFName.of('Fields'), PDFArray).size()).toBe(1);
  });

  it('is made with one look at annotations that all pages share', async () => {
    const many = Array.from({ length: 100 }, () => ({ width_pt: 9, height_pt: 9, text: 'x' }));
    const source = await PDFDocument.load(madePdf(many), { updateMetadata: false });
    const { context } = source;
    const annotations = many.flatMap(() =>
      ['FileAttachment', 'Link'].map((Subtype) => context.register(context.obj({ Type: 'Annot', Subtype }))),
    );
    const shared = context.register(context.obj(annotations));
    for (const page of source.getPages()) page.node.set(PDFName.of('Annots'), shared);
    const bytes = await source.save();
    const lookup = vi.spyOn(PDFContext.prototype, 'lookup');
    const copy = await copied(bytes, many.length);
    const all = new Set<unknown>(annotations);
    const looks = lookup.mock.calls.filter(([ref]) => all.has(ref)).length;
    lookup.mockRestore();
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThan(5 * annotations.length);
    expect(subtypesOf(await PDFDocument.load(copy))).toEqual(many.map(() => '/Link'));
  });

  it('keeps the fonts and colours of a page, whatever they are called', async () => {
    const pdf = await PDFDocument.load(madePdf(pages), { updateMetadata: false });
    const { context } = pdf;
    const fonts = pdf.getPage(0).node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
    const font = fonts?.get(PDFName.of('F1'));
    for (const name of ['AF', 'EF', 'F']) if (font) fonts?.set(PDFName.of(name), font);
    const resources = pdf.getPage(0).node.Resources();
    resources?.set(PDFName.of('ColorSpace'), context.obj({ AF: ['CalGray', { WhitePoint: [1, 1, 1] }] }));
    const copy = await PDFDocument.load(await copied(await pdf.save()));
    const kept = copy.getPage(0).node.Resources();
    expect(kept?.lookup(PDFName.of('Font'), PDFDict).keys().map(String)).toEqual(['/F1', '/AF', '/EF', '/F']);
    expect(kept?.lookup(PDFName.of('ColorSpace'), PDFDict).lookup(PDFName.of('AF'))).toBeInstanceOf(PDFArray);
  });

  it('has nothing that an earlier edit removed, and the same bytes each time', async () => {
    const source = Buffer.concat([
      madePdf(pages),
      Buffer.from(
        `90 0 obj\n(${secret})\nendobj\nxref\n90 1\n${String(madePdf(pages).length).padStart(10, '0')} 00000 n \n`,
      ),
      Buffer.from(`trailer\n<< /Size 91 /Root 1 0 R >>\nstartxref\n${madePdf(pages).length + 40}\n%%EOF\n`),
    ]);
    const copy = await copied(source);
    expect(await contentsOf(copy)).not.toContain(secret);
    expect((await copied(source)).equals(copy)).toBe(true);
  });

  it('is made of a PDF that is protected against changes only', async () => {
    const pdf = await withAttachments();
    pdf.encrypt({ ownerPassword: 'owner', permissions: {} });
    const copy = await copied(await pdf.save());
    expect(await textsOf(copy)).toEqual(['primo', 'secondo']);
    expect(await contentsOf(copy)).not.toContain(secret);
  });

  it('is refused where the PDF can’t be read, or its pages would not all be in it', async () => {
    for (const [bytes, count] of [
      [Buffer.from('%PDF-1.4\nnothing\n%%EOF\n'), 2],
      [madePdf(pages), 3],
    ] as const)
      await expect(copied(bytes, count)).rejects.toBeInstanceOf(MediaRefused);
  });

  it.skipIf(!existsSync(real))('is made of real files (skipped where ../shared/data is absent)', async () => {
    const names = (await readdir(real)).filter((one) => one.endsWith('.pdf'));
    expect(names).not.toEqual([]);
    for (const name of names) {
      const source = await readFile(join(real, name));
      const texts = await textsOf(source);
      expect({ name, texts: await textsOf(await copied(source, texts.length)) }).toEqual({ name, texts });
    }
  });
});
