import type { MetadataEntry } from '@armarium/contract/records';
import { type NewTemplate } from '../../modules/records/public.ts';
import { labelOf } from './field-name.ts';

/** Longer values, and those with line breaks, are given room to write in. */
const LINE_MAX_CHARACTERS = 255;

/** What all values of a field have been like. */
interface Evidence {
  text: boolean;
  boolean: boolean;
  fraction: boolean;
  integer: boolean;
  long: boolean;
  repeated: boolean;
}

/** A number as it would be written again: no leading zero, nothing that a number would lose. */
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
 * A value as a template of the type keeps it: numbers and truth values as such where the text says exactly
 * that, text where the field is text. What does not fit stays as it is, for the rules to judge.
 */
export function valueForType(value: MetadataEntry['value'], type: string): MetadataEntry['value'] {
  if (type === 'INTEGER' || type === 'NUMBER') {
    return typeof value === 'string' ? (plainNumber(value) ?? value) : value;
  }
  if (type === 'BOOLEAN') return typeof value === 'string' ? (asBoolean(value) ?? value) : value;
  return String(value);
}

/** Learns from all values of a file what templates they need. */
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

  /** The templates that the names need, by name, in the order in which they came. */
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
