import type { Static, TObject, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import type { Capability } from './capability.ts';
import { Uuid } from './scalar.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an operation: `anyone` (no session needed), `session` (any signed-in account with a role in the tenant),
 * `pending` (as `session`, and a sign-in that waits for its second factor), `enrolment` (as `session`, and a sign-in that
 * waits because its account must first set up a second factor), or a capability of the table in decisions §3. The server
 * checks it before the handler runs.
 */
export type Access = 'anyone' | 'session' | 'pending' | 'enrolment' | Capability;

/** The body of a request that is not JSON: the server reads it as a stream. */
export interface MultipartBody {
  readonly multipart: 'file';
  /**
   * The file may be fetched from another server instead; then the body is JSON, a `FileAddress` (wire.md).
   */
  readonly orUrl?: true;
  /** The call has a meaning without a file too; then it has no body at all. */
  readonly mayBeAbsent?: true;
}

/** Options of a body whose properties are all declared: any other is refused. */
export const closed = { additionalProperties: false } as const;

/** The address that a file is fetched from (wire.md). */
export const FileAddress = Type.Object({ url: Type.String({ minLength: 1, maxLength: 2_000 }) }, closed);
export type FileAddress = Static<typeof FileAddress>;

/** The parameter of a call on one record. */
export const byUuid = Type.Object({ uuid: Uuid });

/**
 * One operation of the API, the single source of its validation, serialisation, typed client and OpenAPI
 * entry. `path` is absolute and names parameters as `:name`.
 */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema | MultipartBody;
  /** Success answers by status; every failure is a problem (RFC 9457). `null`: an answer without a body. */
  readonly responses: Readonly<Record<number, TSchema | null>>;
}

/** Keeps the literal types of an operation, so that client and handler are typed from it. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}

type StaticOr<S, Otherwise> = S extends { static: infer Value } ? Value : Otherwise;
export type ParamsOf<O extends Operation> = StaticOr<O['params'], Record<never, never>>;
export type QueryOf<O extends Operation> = StaticOr<O['query'], Record<never, never>>;
export type BodyOf<O extends Operation> = O['body'] extends { orUrl: true }
  ? FileAddress | undefined
  : StaticOr<O['body'], undefined>;
/** The body of the success answers of an operation. */
export type AnswerOf<O extends Operation> = {
  [S in keyof O['responses']]: StaticOr<O['responses'][S], undefined>;
}[keyof O['responses']];
