import type { BodyOf, Operation } from '@armarium/contract/operation';

type Nothing = Record<never, never>;

type ParamsPart<O extends Operation> = O extends { params: { static: infer P } }
  ? { params: P }
  : { params?: undefined };
type QueryPart<O extends Operation> = O extends { query: { static: infer Q } }
  ? Nothing extends Q
    ? { query?: Q }
    : { query: Q }
  : { query?: undefined };
/** A file is sent as the multipart part `file`, without telling its progress. */
type BodyPart<O extends Operation> = O extends { body: { multipart: 'file'; mayBeAbsent: true } }
  ? { file?: File | undefined }
  : O extends { body: { multipart: 'file' } }
    ? { file: File } | { body: BodyOf<O> }
    : O extends { body: object }
      ? { body: BodyOf<O> }
      : { body?: undefined };

interface EveryCall {
  /** The `ETag` that the caller has seen; the server answers 412 `stale` when it is no longer current. */
  ifMatch?: string | undefined;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** How long the client waits for an answer: two minutes, but for calls in which the server works longer. */
  answerWithin_ms?: number | undefined;
  /** Whether the user signs in again where the session has ended; default true. */
  asksToSignIn?: boolean | undefined;
}

export type CallOptions<O extends Operation> = ParamsPart<O> & QueryPart<O> & BodyPart<O> & EveryCall;

export type OptionsOf<O extends Operation> =
  Nothing extends CallOptions<O> ? [options?: CallOptions<O>] : [options: CallOptions<O>];

/** The options of any call. */
export interface LooseOptions extends EveryCall {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: File | undefined;
}
