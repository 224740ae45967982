import * as Type from '@sinclair/typebox/type';

/** The code and message for an invalid field, instead of the general ones (back office §5). */
export const withProblem = (code: string, message: string) => ({ 'x-problem': { code, message } });

/**
 * A colon would end it in the Basic header (RFC 7617 §2). Names that differ only in case or compatibility
 * forms are the same.
 */
export const Username = Type.String({
  maxLength: 100,
  pattern: '^\\s*[^\\s:\\u0000-\\u001f\\u007f][^:\\u0000-\\u001f\\u007f]*$',
  ...withProblem('username-form', 'Give a username of at most 100 characters, without a colon.'),
});

export const Password = Type.String({
  minLength: 12,
  maxLength: 256,
  ...withProblem('password-length', 'Password must be at least 12 characters, and at most 256.'),
});

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';

/** The pattern of HTML for addresses, with at least one dot after the `@`. */
export const Email = Type.String({
  maxLength: 254,
  pattern: `^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`,
  ...withProblem('email-form', 'E-mail must be valid.'),
});

export const PersonName = Type.String({
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  ...withProblem('name-form', 'At most 200 characters fit, without control characters.'),
});
