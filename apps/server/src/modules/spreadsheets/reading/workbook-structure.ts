import { posix } from 'node:path';
import { FileRefused } from './file-refused.ts';
import type { KeptFile } from './kept-file.ts';
import { numberForm, type NumberForm } from './workbook-cell.rules.ts';
import { withWorkbook, type Workbook, type XmlEvent } from './workbook-zip.ts';

/** Excel allows fewer sheets than this, and 65,490 styles at most. */
const STRUCTURE_MAX = 10_000;
const STYLES_MAX = 65_536;

/** The names of the sheets of a workbook, in order. @throws FileRefused */
export async function sheetNames(file: KeptFile): Promise<string[]> {
  const names: string[] = [];
  const found = withWorkbook(file, async function* (workbook) {
    yield* (await structureOf(workbook)).sheets;
  });
  for await (const { name } of found) names.push(name);
  return names;
}

interface Structure {
  /** At least one. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  /** Whether days are counted from 1904 and not from 1900. */
  readonly is1904: boolean;
}

/** Each event of a part that is read to its end. */
async function* each(workbook: Workbook, part: string): AsyncGenerator<XmlEvent> {
  for await (const events of workbook.events(part)) yield* events;
}

/** @throws FileRefused */
export async function structureOf(workbook: Workbook): Promise<Structure> {
  const parts = new Map<string, string>();
  for await (const event of each(workbook, 'xl/_rels/workbook.xml.rels')) {
    if (!('open' in event) || event.open !== 'Relationship') continue;
    const { Id = '', Target = '' } = event.attributes;
    parts.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target));
    if (parts.size > STRUCTURE_MAX) throw new FileRefused('broken-workbook');
  }
  const sheets: { name: string; part: string }[] = [];
  let is1904 = false;
  for await (const event of each(workbook, 'xl/workbook.xml')) {
    if (!('open' in event)) continue;
    if (event.open === 'workbookPr') is1904 = /^(1|true)$/.test(event.attributes['date1904'] ?? '');
    if (event.open !== 'sheet') continue;
    const id = Object.entries(event.attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
    const part = parts.get(id);
    if (part !== undefined && workbook.has(part)) sheets.push({ name: event.attributes['name'] ?? '', part });
    if (sheets.length > STRUCTURE_MAX) throw new FileRefused('broken-workbook');
  }
  if (sheets.length === 0) throw new FileRefused('broken-workbook');
  return { sheets, is1904 };
}

/** The number format of each cell style. */
export async function formsOf(workbook: Workbook): Promise<NumberForm[]> {
  const codes = new Map<number, string>();
  const forms: NumberForm[] = [];
  let isInCells = false;
  for await (const event of each(workbook, 'xl/styles.xml')) {
    if ('close' in event && event.close === 'cellXfs') isInCells = false;
    if (!('open' in event)) continue;
    const { numFmtId = '0', formatCode = '' } = event.attributes;
    if (event.open === 'numFmt') codes.set(Number(numFmtId), formatCode);
    else if (event.open === 'cellXfs') isInCells = true;
    else if (event.open === 'xf' && isInCells) {
      forms.push(numberForm(Number(numFmtId), codes.get(Number(numFmtId))));
    }
    if (codes.size > STYLES_MAX || forms.length > STYLES_MAX) throw new FileRefused('broken-workbook');
  }
  return forms;
}
