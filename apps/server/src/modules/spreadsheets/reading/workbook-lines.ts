import { FileRefused } from './file-refused.ts';
import type { KeptFile } from './kept-file.ts';
import { LINE_MAX_CHARACTERS, type LineCell, type SheetLine } from './sheet-line.ts';
import { cellText, numberText, placeOf, type NumberForm } from './workbook-cell.rules.ts';
import { formsOf, structureOf } from './workbook-structure.ts';
import { longer, RichText, sharedTextsOf, type SharedTexts } from './workbook-texts.ts';
import { withWorkbook, type XmlEvent } from './workbook-zip.ts';

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
const SHEET_ROWS = 1_048_576;

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
    const { sheets, is1904 } = await structureOf(workbook);
    const part = sheets[sheet]?.part;
    if (part === undefined) throw new FileRefused('no-header');
    const rows = new SheetRows(await formsOf(workbook), await sharedTextsOf(workbook), is1904);
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
