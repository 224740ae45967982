import fastJsonStringify from 'fast-json-stringify';

type Serialize = (answer: unknown) => string;

/** By the server of an application: an application beside it in one process, as in tests, may have other schemas. */
const compiled = new WeakMap<object, WeakMap<object, Serialize>>();

/**
 * Writes an answer as its schema declares it, as the framework does by itself; but the schema is compiled when the first
 * such answer is written, once for all operations of the application that share it. Compiling them all took a quarter
 * of a start.
 */
export function answerSerializer({ server }: { readonly server: object }) {
  const known = compiled.get(server) ?? new WeakMap<object, Serialize>();
  compiled.set(server, known);
  return ({ schema }: { schema: object }): Serialize =>
    (answer) => {
      const serialize = known.get(schema) ?? (fastJsonStringify(schema) as Serialize);
      known.set(schema, serialize);
      return serialize(answer);
    };
}
