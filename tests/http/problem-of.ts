import type { Problem } from '@armarium/contract/problem';

/** The code of a refusal; undefined where the answer is none. */
export const codeOf = ({ body }: { body: unknown }) => (body as Partial<Problem> | undefined)?.code;

/** The fields of a refusal, each as `name: code`. */
export const fieldsOf = ({ body }: { body: unknown }) =>
  (body as Problem).fields.map(({ name, code }) => `${name}: ${code}`);
