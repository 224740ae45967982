import { FileRefused } from './file-refused.ts';
import { LINE_MAX_CHARACTERS } from './sheet-line.ts';
import { cellText } from './workbook-cell.rules.ts';
import type { Workbook, XmlEvent } from './workbook-zip.ts';

const SHARED_MAX_BYTES = 256 * 1024 * 1024;
const BLOCK_BYTES = 1024 * 1024;
/** Memory of a shared text, beside its bytes. */
const PLACE_BYTES = 64;

/** The texts that cells share, as bytes: as strings they would take several times the memory. */
export class SharedTexts {
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
export function longer(text: string, more: string): string {
  if (text.length + more.length > LINE_MAX_CHARACTERS) throw new FileRefused('bomb');
  return text + more;
}

/** The text of a cell or a shared text, without phonetic readings (ruby). */
export class RichText {
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

/** Reads all shared texts of a workbook. @throws FileRefused */
export async function sharedTextsOf(workbook: Workbook): Promise<SharedTexts> {
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
