import type { TypeCheck } from '@sinclair/typebox/compiler';
import type { TSchema } from '@sinclair/typebox';
import { ValuePointer } from '@sinclair/typebox/value';
import type { FieldProblem } from '@armarium/contract/problem';
import { FIELDS_TOLD } from '../problem-error.ts';

function fieldName(instancePath: string): string {
  return instancePath
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/**
 * Problems of metadata have the same form wherever they are found: the entry, without `.value`, and the name of its
 * template (`records/metadata.rules.ts`).
 */
function ofMetadata(body: unknown, path: string): { path: string; template?: string } {
  const [, entryPath, rest] = /^(.*\/customMetadataList\/\d+)(\/.*)?$/.exec(path) ?? [];
  if (entryPath === undefined) return { path };
  const entry = ValuePointer.Get(body, entryPath) as { name?: unknown } | undefined;
  return {
    path: rest === '/value' ? entryPath : path,
    ...(typeof entry?.name === 'string' && { template: entry.name }),
  };
}

/** What to write where one of some names is expected. */
function oneOfThese({ anyOf }: TSchema): string | undefined {
  const names = Array.isArray(anyOf) ? anyOf.map((one: TSchema): unknown => one['const']) : [];
  const isOfNames = names.length > 0 && names.every((name) => typeof name === 'string');
  return isOfNames ? `It must be one of: ${names.join(', ')}.` : undefined;
}

/** Every field of a value that its schema refuses, at most `FIELDS_TOLD`; in the schema's own words where it has some. */
export function fieldProblems(check: TypeCheck<TSchema>, value: unknown): FieldProblem[] {
  const byName = new Map<string, FieldProblem>();
  for (const error of check.Errors(value)) {
    const { path, ...template } = ofMetadata(value, error.path);
    const name = fieldName(path);
    if (byName.has(name)) continue;
    if (byName.size >= FIELDS_TOLD) break;
    const missing = error.value === undefined;
    const unknownName = error.message === 'Unexpected property';
    byName.set(name, {
      name,
      ...template,
      code: missing ? 'required' : unknownName ? 'unknown-field' : 'not-a-value',
      message: missing
        ? 'It is required.'
        : unknownName
          ? 'This name is not known here.'
          : Array.isArray(error.value) && error.schema['type'] !== 'array'
            ? 'It was sent several times, or as a list. Send one value.'
            : (oneOfThese(error.schema) ?? `It is not as it should be: ${error.message}.`),
      ...(missing ? undefined : (error.schema['x-problem'] as Omit<FieldProblem, 'name'> | undefined)),
    });
  }
  return [...byName.values()];
}
