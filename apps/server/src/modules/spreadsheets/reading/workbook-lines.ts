import { posix } from 'node:path';
import { FileRefused } from './file-refused.ts';
import type { KeptFile } from './kept-file.ts';
import { LINE_MAX_CHARACTERS, type LineCell, type SheetLine } from './sheet-line.ts';
import { cellText, numberForm, numberText, placeOf, type NumberForm } from './workbook-cell.rules.ts';
import { withWorkbook, type Workbook, type XmlEvent } from './workbook-zip.ts';

/** A range of merged cells. */
export interface MergedCells {
  readonly cells: string;
  /** From 1. */
  readonly top: number;
  readonly bottom: number;
  /** From 0. */
  readonly left: number;
  readonly right: number;
}

const MERGED_MAX = 10_000;
const SHEET_COLUMNS = 16_384;
const SHARED_MAX_BYTES = 256 * 1024 * 1024;
const BLOCK_BYTES = 1024 * 1024;
/** Memory of a shared text, beside its bytes. */
const PLACE_BYTES = 64;
/** Excel allows fewer sheets than this, and 65,490 styles at most. */
const STRUCTURE_MAX = 10_000;
const STYLES_MAX = 65_536;
const SHEET_ROWS = 1_048_576;

/** The names of the sheets of a workbook, in order. @throws FileRefused */
export async function sheetNames(file: KeptFile): Promise<string[]> {
  for await (const { sheets } of withWorkbook(file, structureOf)) return sheets.map(({ name }) => name);
  throw new FileRefused('broken-workbook');
}

interface Structure {
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly is1904: boolean;
}

/** Each event of a part that is read to its end. */
async function* each(workbook: Workbook, part: string): AsyncGenerator<XmlEvent> {
  for await (const events of workbook.events(part)) yield* events;
}

async function* structureOf(workbook: Workbook): AsyncGenerator<Structure> {
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
  yield { sheets, is1904 };
}

/** The number format of each cell style. */
async function formsOf(workbook: Workbook): Promise<NumberForm[]> {
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

/** The texts that cells share, as bytes: as strings they would take several times the memory. */
class SharedTexts {
  readonly #blocks: Buffer[] = [];
  /** For each text its block, and its start and end in the block. */
  readonly #places: { block: number; start: number; end: number }[] = [];
  #filled = 0;
  #total = 0;

  add(text: string): void {
    const bytes = Buffer.from(text);
    this.#total += bytes.length + PLACE_BYTES;
    if (this.#total > SHARED_MAX_BYTES) throw new FileRefused('bomb');
    let block = this.#blocks.at(-1);
    if (!block || this.#filled + bytes.length > block.length) {
      block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, bytes.length));
      this.#blocks.push(block);
      this.#filled = 0;
    }
    bytes.copy(block, this.#filled);
    this.#places.push({
      block: this.#blocks.length - 1,
      start: this.#filled,
      end: this.#filled + bytes.length,
    });
    this.#filled += bytes.length;
  }

  at(index: number): string {
    const place = this.#places[index];
    return place ? (this.#blocks[place.block]?.toString('utf8', place.start, place.end) ?? '') : '';
  }
}

/** @throws FileRefused for a length that no honest file has */
function longer(text: string, more: string): string {
  if (text.length + more.length > LINE_MAX_CHARACTERS) throw new FileRefused('bomb');
  return text + more;
}

/** The text of a cell or a shared text, without phonetic readings (ruby). */
class RichText {
  #text = '';
  #isText = false;
  #phonetic = 0;

  /** Clears the text. @returns what it was */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return cellText(text);
  }

  see(event: XmlEvent): void {
    if ('text' in event) {
      if (this.#isText && this.#phonetic === 0) this.#text = longer(this.#text, event.text);
    } else if ('open' in event) {
      if (event.open === 't') this.#isText = true;
      else if (event.open === 'rPh') this.#phonetic += 1;
    } else if (event.close === 't') this.#isText = false;
    else if (event.close === 'rPh') this.#phonetic -= 1;
  }
}

async function sharedTextsOf(workbook: Workbook): Promise<SharedTexts> {
  const shared = new SharedTexts();
  const rich = new RichText();
  for await (const events of workbook.events('xl/sharedStrings.xml')) {
    for (const event of events) {
      rich.see(event);
      if ('close' in event && event.close === 'si') shared.add(rich.take());
    }
  }
  return shared;
}

/**
 * The rows of a sheet with content, as they are read.
 * @returns at its end the merged cells
 * @throws FileRefused
 */
export async function* workbookRows(
  file: KeptFile,
  sheet: number,
): AsyncGenerator<SheetLine, readonly MergedCells[]> {
  return yield* withWorkbook(file, async function* (workbook) {
    let structure: Structure | undefined;
    for await (const found of structureOf(workbook)) structure = found;
    const part = structure?.sheets[sheet]?.part;
    if (!structure || part === undefined) throw new FileRefused('no-header');
    const rows = new SheetRows(await formsOf(workbook), await sharedTextsOf(workbook), structure.is1904);
    for await (const events of workbook.events(part)) {
      for (const event of events) {
        const line = rows.see(event);
        if (line) yield line;
      }
    }
    return rows.merged;
  });
}

class SheetRows {
  readonly merged: MergedCells[] = [];
  readonly #forms: readonly NumberForm[];
  readonly #shared: SharedTexts;
  readonly #is1904: boolean;
  readonly #rich = new RichText();
  #row = 0;
  #cells: LineCell[] = [];
  #characters = 0;
  #column = -1;
  #type = '';
  #form: NumberForm = { kind: 'plain' };
  #value = '';
  #isValue = false;

  constructor(forms: readonly NumberForm[], shared: SharedTexts, is1904: boolean) {
    this.#forms = forms;
    this.#shared = shared;
    this.#is1904 = is1904;
  }

  /** @returns a row with content that has just ended */
  see(event: XmlEvent): SheetLine | undefined {
    this.#rich.see(event);
    if ('text' in event) {
      if (this.#isValue) this.#value = longer(this.#value, event.text);
      return undefined;
    }
    if ('open' in event) {
      this.#open(event.open, event.attributes);
      return undefined;
    }
    if (event.close === 'v') this.#isValue = false;
    else if (event.close === 'c') this.#endCell();
    else if (event.close === 'row') return this.#endRow();
    return undefined;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      const given = attributes['r'] === undefined ? this.#row + 1 : Number(attributes['r']);
      // A duplicate number would silently drop a row.
      if (!(given > this.#row && given <= SHEET_ROWS)) throw new FileRefused('broken-workbook');
      this.#row = given;
      this.#cells = [];
      this.#characters = 0;
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = placeOf(attributes['r'] ?? '')?.column ?? this.#column + 1;
      if (this.#column >= SHEET_COLUMNS) throw new FileRefused('broken-workbook');
      this.#type = attributes['t'] ?? 'n';
      this.#form = this.#forms[Number(attributes['s'] ?? '0')] ?? { kind: 'plain' };
      this.#value = '';
      this.#rich.take();
    } else if (name === 'v') this.#isValue = true;
    else if (name === 'mergeCell') this.#merge(attributes['ref'] ?? '');
  }

  #endCell(): void {
    const cell = this.#cellValue();
    const text = typeof cell === 'string' ? cell : cell.error;
    if (text === '') return;
    this.#characters += text.length;
    if (this.#characters > LINE_MAX_CHARACTERS)
      throw new FileRefused('row-too-long', { row: String(this.#row) });
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = cell;
  }

  #cellValue(): LineCell {
    switch (this.#type) {
      case 's':
        return this.#shared.at(Number(this.#value));
      case 'inlineStr':
        return this.#rich.take();
      case 'b':
        return this.#value.trim() === '' ? '' : this.#value.trim() === '1' ? 'true' : 'false';
      case 'e':
        return { error: this.#value };
      case 'str':
      case 'd':
        return cellText(this.#value);
      default:
        return numberText(this.#value, this.#form, this.#is1904);
    }
  }

  #endRow(): SheetLine | undefined {
    const cells = this.#cells;
    const isBlank = cells.every((cell) => typeof cell === 'string' && cell.trim() === '');
    return isBlank ? undefined : { row: this.#row, cells };
  }

  #merge(cells: string): void {
    const [first, last] = cells.split(':').map(placeOf);
    if (!first || !last) return;
    if (this.merged.length === MERGED_MAX)
      throw new FileRefused('too-many-merged', { most: String(MERGED_MAX) });
    this.merged.push({ cells, top: first.row, bottom: last.row, left: first.column, right: last.column });
  }
}
