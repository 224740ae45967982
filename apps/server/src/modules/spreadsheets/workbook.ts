import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** The limits of a sheet (ECMA-376 has none; all programs that read sheets have these). */
export const SHEET_MAX_ROWS = 1_048_576;
export const SHEET_MAX_COLUMNS = 16_384;
/** In UTF-16 units. */
export const CELL_MAX_LENGTH = 32_767;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const frame: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>' +
    '</Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
    `<Relationship Id="r1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
    `<Relationship Id="r1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${main}" xmlns:r="${documents}">` +
    '<sheets><sheet name="Armarium" sheetId="1" r:id="r1"/></sheets></workbook>',
};

/**
 * Encodes characters that XML can't hold as the format does, `_x000B_`, and also text that looks like such a
 * code.
 */
function cellText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const rowXml = (cells: readonly string[]) =>
  `<row>${cells
    .map((text) =>
      text === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`,
    )
    .join('')}</row>`;

async function* sheet(rows: AsyncIterable<readonly (readonly string[])[]>) {
  yield (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>'
  );
  for await (const some of rows) yield some.map(rowXml).join('');
  yield '</sheetData></worksheet>';
}

/**
 * A workbook of one sheet (ECMA-376, transitional), as a stream. Every cell is text, so that nothing becomes
 * a formula, a date or a number: leading zeros stay. Memory does not grow with the rows.
 * @param rows in batches, the header first; an error of theirs is one of the stream
 */
export function workbook(rows: AsyncIterable<readonly (readonly string[])[]>): Readable {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(frame)) zip.addBuffer(Buffer.from(declaration + xml), name);
  const lines = Readable.from(sheet(rows));
  zip.addReadStream(lines, 'xl/worksheets/sheet1.xml');
  zip.end();
  const out = new Readable().wrap(zip.outputStream);
  lines.once('error', (error) => out.destroy(error));
  out.once('close', () => lines.destroy());
  return out;
}
