import type { MetadataEntry } from '@armarium/contract/metadata';
import { type NewTemplate } from '../../modules/records/public.ts';
import { labelOf } from './field-name.ts';

/** Longer values, and those with line breaks, get a text area. */
const LINE_MAX_CHARACTERS = 255;

/** Properties of all values of a field. */
interface Evidence {
  text: boolean;
  boolean: boolean;
  fraction: boolean;
  integer: boolean;
  long: boolean;
  repeated: boolean;
}

/** A number that would be written in the same way again: no leading zero, no lost digits. */
function plainNumber(text: string): number | undefined {
  const number = Number(text);
  const keeps = /^-?\d/.test(text) && Number.isFinite(number) && String(number) === text;
  return keeps && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : undefined;
}

function asBoolean(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : undefined;
}

/**
 * A value in the form of its template's type: a number or boolean where the text is exactly that, text for a
 * text field. Other values are unchanged, and the rules refuse them.
 */
export function valueForType(value: MetadataEntry['value'], type: string): MetadataEntry['value'] {
  if (type === 'INTEGER' || type === 'NUMBER') {
    return typeof value === 'string' ? (plainNumber(value) ?? value) : value;
  }
  if (type === 'BOOLEAN') return typeof value === 'string' ? (asBoolean(value) ?? value) : value;
  return String(value);
}

/** Collects from all values of a file the templates that they need. */
export class FieldSurvey {
  readonly #fields = new Map<string, Evidence>();
  readonly #textual: boolean;

  /** @param textual whether numbers are written as text, as in CSV */
  constructor(textual: boolean) {
    this.#textual = textual;
  }

  /** The metadata of one record. */
  note(entries: readonly MetadataEntry[]): void {
    const inThisRow = new Set<string>();
    for (const { name, value } of entries) {
      let evidence = this.#fields.get(name);
      if (!evidence) {
        evidence = {
          text: false,
          boolean: false,
          fraction: false,
          integer: false,
          long: false,
          repeated: false,
        };
        this.#fields.set(name, evidence);
      }
      if (inThisRow.has(name)) evidence.repeated = true;
      inThisRow.add(name);
      this.#learn(evidence, value);
    }
  }

  get size(): number {
    return this.#fields.size;
  }

  /** The templates for the names, by name, in order of appearance. */
  templates(): Map<string, NewTemplate> {
    return new Map(
      [...this.#fields].map(([name, evidence]) => [
        name,
        {
          name,
          label: labelOf(name),
          type: typeOf(evidence),
          priority: 'LOW',
          repeatable: evidence.repeated,
        },
      ]),
    );
  }

  #learn(evidence: Evidence, value: MetadataEntry['value']): void {
    const plain =
      this.#textual && typeof value === 'string' ? (plainNumber(value) ?? asBoolean(value) ?? value) : value;
    if (typeof plain === 'boolean') evidence.boolean = true;
    else if (typeof plain === 'number') evidence[Number.isInteger(plain) ? 'integer' : 'fraction'] = true;
    else {
      evidence.text = true;
      evidence.long ||= plain.length > LINE_MAX_CHARACTERS || plain.includes('\n');
    }
  }
}

function typeOf({ text, boolean, fraction, integer, long }: Evidence): string {
  if (long) return 'TEXT';
  if (text || (boolean && (fraction || integer))) return 'STRING';
  if (boolean) return 'BOOLEAN';
  return fraction ? 'NUMBER' : 'INTEGER';
}
