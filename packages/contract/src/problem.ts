import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { Uuid } from './scalar.ts';

/**
 * The catalogue of errors: stable code → HTTP status and English title. The client translates by code
 * (`problem.<code>` in both locales); `detail` of an answer describes the single case (decisions §5).
 */
export const problems = {
  malformed: { status: 400, title: 'The request could not be read' },
  'destination-is-descendant': { status: 400, title: 'A collection cannot be moved below itself' },
  'series-in-series': { status: 400, title: 'A series cannot hold a series' },
  'invalid-image-request': { status: 400, title: 'The image request is not valid' },
  'not-signed-in': { status: 401, title: 'Sign in first' },
  'wrong-credentials': { status: 401, title: 'Invalid username or password' },
  'wrong-old-password': { status: 401, title: 'Wrong old password' },
  'second-factor': { status: 401, title: 'A code is needed to sign in' },
  'second-factor-missing': { status: 401, title: 'Set up a second factor first' },
  'passkey-needed': { status: 401, title: 'A passkey is needed to sign in' },
  'wrong-passkey': { status: 401, title: 'This passkey does not open an account here' },
  'wrong-code': { status: 401, title: 'Wrong code' },
  'handoff-refused': { status: 401, title: 'This switch is no longer valid' },
  'invalid-token': { status: 401, title: 'This token is not valid' },
  csrf: { status: 403, title: 'The page is out of date' },
  'second-factor-needed': { status: 403, title: 'Sign in with your second factor first' },
  'sign-in-needed': { status: 403, title: 'This session cannot be used for this' },
  'not-by-token': { status: 403, title: 'A token cannot be used for this' },
  forbidden: { status: 403, title: 'You may not do this' },
  'not-found': { status: 404, title: 'Nothing is there' },
  'unknown-host': { status: 404, title: 'No organisation answers at this address' },
  'last-parent': { status: 409, title: 'It must stay in at least one collection' },
  'root-collection': { status: 409, title: 'The top collection cannot be moved or deleted' },
  'parents-gone': { status: 409, title: 'The collections it was in no longer exist' },
  'edited-since': { status: 409, title: 'Somebody has edited it since then' },
  'not-undoable': { status: 409, title: 'There is nothing to undo' },
  'batch-over': { status: 409, title: 'The operation has already ended' },
  'selection-changed': { status: 409, title: 'The search now finds a different number of items' },
  'item-gone': { status: 409, title: 'The item it belongs to was deleted' },
  'order-differs': { status: 409, title: 'The list is no longer up to date' },
  'pressmark-taken': { status: 409, title: 'This pressmark ID already exists' },
  'username-taken': { status: 409, title: 'Username already exists!' },
  'account-closed': { status: 409, title: 'The account is closed' },
  'already-member': { status: 409, title: 'The account is already in this organisation' },
  'roles-changed': { status: 409, title: 'Your own roles were changed meanwhile' },
  'agreement-changed': { status: 409, title: 'The agreement for downloads was changed' },
  'last-admin': { status: 409, title: 'At least one administrator must remain' },
  'offset-differs': { status: 409, title: 'The upload has reached another point' },
  'upload-claimed': { status: 409, title: 'This file already belongs to a record' },
  'no-address': { status: 409, title: 'The organisation has no address yet' },
  'not-retryable': { status: 409, title: 'There is nothing to retry' },
  'image-not-ready': { status: 409, title: 'The file is still being prepared' },
  'state-in-use': { status: 409, title: 'The state is in use' },
  'state-fixed': { status: 409, title: 'The state Default is fixed' },
  'template-locked': { status: 409, title: 'This field is locked' },
  'other-members': { status: 409, title: 'The list has changed meanwhile' },
  'no-such-template': { status: 400, title: 'There is no field with this ID' },
  duplicate: { status: 409, title: 'An identical one already exists' },
  'state-changed': { status: 409, title: 'Its state has changed meanwhile' },
  'images-not-confirmed': { status: 409, title: 'It shows images that are not public' },
  'assets-not-ready': { status: 409, title: 'Some of its files are not ready' },
  'task-impossible': { status: 409, title: 'A step of this action cannot be done' },
  'cascade-refused': { status: 409, title: 'The action is not possible for related records' },
  'other-account': { status: 409, title: 'Another account is signed in in this browser' },
  'has-password': { status: 409, title: 'The account has a password already' },
  'second-factor-exists': { status: 409, title: 'An authenticator app is in use already' },
  'passkeys-not-here': { status: 409, title: 'Passkeys cannot be used at this address' },
  'passkey-exists': { status: 409, title: 'This passkey was added already' },
  'passkeys-full': { status: 409, title: 'The account has the maximum number of passkeys' },
  'tokens-full': { status: 409, title: 'The account has the maximum number of tokens' },
  'only-way-in': { status: 409, title: 'It is the only way to sign in' },
  'own-second-factor': { status: 409, title: 'Set up your own second factor first' },
  'mail-not-set': { status: 409, title: 'The organisation cannot send mail' },
  'link-over': { status: 410, title: 'This link is no longer valid' },
  stale: { status: 412, title: 'Someone else changed this meanwhile' },
  'too-large': { status: 413, title: 'The file is too large' },
  'image-too-large': { status: 413, title: 'Image is too large' },
  'unsupported-media-type': { status: 415, title: 'This content type is not supported' },
  invalid: { status: 422, title: 'Some fields are not valid' },
  'metadata-missing': { status: 422, title: 'Some fields must be filled in first' },
  'too-many-to-sort': { status: 422, title: 'Too many items to sort by this' },
  'search-too-long': { status: 422, title: 'The search is too long' },
  'comment-required': { status: 422, title: 'A comment is needed' },
  'file-refused': { status: 422, title: 'The file cannot be used' },
  'upload-interrupted': { status: 400, title: 'The upload was interrupted' },
  'too-many-requests': { status: 429, title: 'Too many attempts' },
  'too-many-uploads': { status: 429, title: 'Too many unfinished uploads' },
  'too-many-archives': { status: 429, title: 'Too many archives at once' },
  internal: { status: 500, title: 'Something went wrong on the server' },
  'not-implemented': { status: 501, title: 'This is not offered' },
  'watermark-not-ready': { status: 503, title: 'The watermark is still being added to the image' },
  'trial-too-long': { status: 503, title: 'The trial took too long' },
  unavailable: { status: 503, title: 'The service is not available at the moment' },
  'upload-quota': { status: 507, title: 'There is no space left for your uploads' },
  'too-many-unclaimed': { status: 507, title: 'Too many uploads without an item' },
  'storage-quota': { status: 507, title: 'The organisation has no space left for files' },
  'records-quota': { status: 507, title: 'The organisation has reached its limit of records' },
  'storage-reserve': { status: 507, title: 'The server has no space left for uploads' },
  'storage-full': { status: 507, title: 'The storage is full' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** One field's error. `name` is the path within the body (`customMetadataList[2].value`). */
export const FieldProblem = Type.Object({
  name: Type.String(),
  code: Type.String(),
  message: Type.String(),
  /** Of metadata: the name of the field's template, wherever in the body the value stands. */
  template: Type.Optional(Type.String()),
});
export type FieldProblem = Static<typeof FieldProblem>;

/** An image that a problem is about. */
export const ProblemImage = Type.Object({ uuid: Uuid, title: Type.String() });
export type ProblemImage = Static<typeof ProblemImage>;

/** The body of every error answer, `application/problem+json` (RFC 9457, decisions §5, wire.md). */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String(),
  fields: Type.Array(FieldProblem),
  requestId: Type.String(),
  /** Of a limit: what it is and what is used, by name (`used`, `limit`, `limit_bytes` …). */
  figures: Type.Optional(Type.Record(Type.String(), Type.Number())),
  /** Of `images-not-confirmed`: the images that somebody has to agree to show (decisions §14). */
  images: Type.Optional(Type.Array(ProblemImage)),
});
export type Problem = Static<typeof Problem>;
