import type { FieldProblem } from '@armarium/contract/problem';
import type { MetadataEntry } from '@armarium/contract/records';
import { cleanText } from './record-text.ts';

/** What the rules must know of a template. */
export interface FieldTemplate {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly enumValues: readonly string[];
}

/** The greatest length of one value, in characters: descriptions run to thousands, titles to hundreds. */
const VALUE_MAX_CHARACTERS = 20_000;
const STRING_MAX_CHARACTERS = 4_000;
/** It is indexed whole, and stands on a label. */
const PRESSMARK_MAX_CHARACTERS = 255;

const expected: Readonly<
  Record<string, { holds: (value: MetadataEntry['value']) => boolean; message: string }>
> = {
  INTEGER: {
    holds: (value) => Number.isSafeInteger(typeof value === 'string' ? Number(value) : value),
    message: 'A whole number is expected.',
  },
  NUMBER: {
    holds: (value) => typeof value !== 'boolean' && Number.isFinite(Number(value)),
    message: 'A number is expected.',
  },
  BOOLEAN: { holds: (value) => typeof value === 'boolean', message: 'True or false is expected.' },
  EMAIL: {
    holds: (value) => typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
    message: 'An e-mail address is expected.',
  },
};

function isBlank(value: MetadataEntry['value']): boolean {
  return typeof value === 'string' && value === '';
}

function valueProblem(entry: MetadataEntry, template: FieldTemplate): Omit<FieldProblem, 'name'> | undefined {
  const rule = expected[template.type];
  if (rule && !rule.holds(entry.value)) return { code: 'wrong-type', message: rule.message };
  if (template.type === 'ENUM' && !template.enumValues.includes(String(entry.value))) {
    return { code: 'not-in-dictionary', message: `It must be one of: ${template.enumValues.join(', ')}.` };
  }
  if (typeof entry.value === 'string') {
    const limit =
      template.name === 'pressmark'
        ? PRESSMARK_MAX_CHARACTERS
        : template.type === 'STRING'
          ? STRING_MAX_CHARACTERS
          : VALUE_MAX_CHARACTERS;
    if ([...entry.value].length > limit)
      return { code: 'too-long', message: `At most ${limit} characters fit.` };
    // PostgreSQL keeps no NUL, and other control characters come from a broken paste.
    if (/[^\P{Cc}\n\t]/u.test(entry.value)) {
      return {
        code: 'control-character',
        message: 'It holds an invisible control character; type it again.',
      };
    }
  }
  return undefined;
}

/**
 * The metadata of a new record from its list and its mirrors (decisions §4, wire.md): cleaned, checked
 * against the templates, blank values dropped. Entries keep their order; a mirror without an entry goes first.
 *
 * @param mirrors top-level fields of the body (`sgtt`, …), undefined where the body has none
 * @returns the list, and every problem found with the path of its field
 */
export function newMetadata(
  list: readonly MetadataEntry[],
  mirrors: Readonly<Record<string, string | undefined>>,
  templates: readonly FieldTemplate[],
): { metadata: MetadataEntry[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const byName = new Map(templates.map((template) => [template.name, template]));
  const cleaned = list.map(({ name, value }, index) => ({
    path: `customMetadataList[${index}]`,
    entry: { name, value: typeof value === 'string' ? cleanText(value) : value },
  }));

  const added: typeof cleaned = [];
  for (const [name, raw] of Object.entries(mirrors)) {
    if (raw === undefined) continue;
    const value = cleanText(raw);
    const inList = cleaned.find(({ entry }) => entry.name === name);
    if (!inList) added.push({ path: name, entry: { name, value } });
    else if (inList.entry.value !== value) {
      problems.push({
        name,
        code: 'mirror-disagrees',
        message: `It differs from ${name} in customMetadataList.`,
      });
    }
  }

  const seen = new Set<string>();
  for (const { path, entry } of [...added, ...cleaned]) {
    const template = byName.get(entry.name);
    if (!template) {
      problems.push({
        name: path,
        code: 'unknown-field',
        message: `There is no field "${entry.name}" here.`,
      });
      continue;
    }
    if (seen.has(entry.name) && !template.repeatable) {
      problems.push({ name: path, code: 'not-repeatable', message: `"${entry.name}" may stand only once.` });
    }
    seen.add(entry.name);
    const problem = isBlank(entry.value) ? undefined : valueProblem(entry, template);
    if (problem) problems.push({ name: path, ...problem });
  }

  const metadata = [...added, ...cleaned].map(({ entry }) => entry).filter((entry) => !isBlank(entry.value));
  for (const template of templates) {
    if (template.required && !metadata.some((entry) => entry.name === template.name)) {
      problems.push({ name: template.name, code: 'required', message: 'It is required.' });
    }
  }
  return { metadata, problems };
}

/** The first value of a name, as the top-level field mirrors it; empty where there is none. */
export function mirrorOf(metadata: readonly MetadataEntry[], name: string): string {
  const value = metadata.find((entry) => entry.name === name)?.value;
  return value === undefined ? '' : String(value);
}
