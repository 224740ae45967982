import { FormatRegistry, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '@armarium/contract/operation';
import { operations } from '@armarium/contract/operations';
import { problems, type FieldProblem, type ProblemCode, type ProblemImage } from '@armarium/contract/problem';

/** A request as an answer sees it, checked against the contract. */
export interface Asked<O extends Operation = Operation> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** The part `file` of a form. */
  readonly file: File | undefined;
  readonly headers: Headers;
}

/** How a call fails: as the server refuses it, as a proxy does in its place, or without any answer. */
export type Fault = ProblemCode | 'proxy' | 'offline';

interface More {
  /** One that the operation answers with; unless it is given, the first of the contract. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an answer throws that depends on the request, where the server refuses it. */
export class Refused extends Error {
  readonly fault: Fault;
  /** Of the body: the fields that it is refused for. */
  readonly fields: readonly FieldProblem[];
  /** The images that somebody has to agree to show. */
  readonly images: readonly ProblemImage[] | undefined;

  constructor(fault: Fault, fields: readonly FieldProblem[] = [], images?: readonly ProblemImage[]) {
    super(`refused: ${fault}`);
    this.fault = fault;
    this.fields = fields;
    this.images = images;
  }
}

/** @throws as `fetch` does where there is no answer */
function refusal({ fault, fields, images }: Refused): Response {
  if (fault === 'offline') throw new TypeError('no answer');
  if (fault === 'proxy')
    return new Response('<h1>502', { status: 502, headers: { 'Content-Type': 'text/html' } });
  const { status, title } = problems[fault];
  const problem = { type: '', title, status, detail: '', code: fault, fields, images, requestId: 'r' };
  return Response.json(problem, { status });
}

/** A body as the server reads it. */
function bodyOf(text: string, type: string | null): unknown {
  if (type === 'text/uri-list') return text.split('\n').filter((line) => line !== '');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

type Answer = (asked: Asked) => Response | Promise<Response>;

FormatRegistry.Set('uuid', (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value));
FormatRegistry.Set('date-time', (value) => !Number.isNaN(Date.parse(value)));

const patterns = operations.map((operation) => ({
  operation,
  path: new RegExp(`^${operation.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  isFixed: !operation.path.includes(':'),
}));

/**
 * Answers what the client asks for in place of a server. Each request and each answer is checked against the contract: an
 * answer that no server could give fails the test, as does a request that nothing answers.
 */
export class Answers {
  /**
   * The `Allow` header of `OPTIONS /ui/management`, which is no operation of the contract; undefined where the call
   * fails.
   */
  allowedAtManagement: string | undefined = 'OPTIONS';
  /** Documents that are no operation's, such as manifests, by their paths. */
  readonly documents = new Map<string, string>();
  readonly #answers = new Map<string, Answer>();
  readonly #held = new Map<string, Promise<void>>();
  readonly #faults: string[] = [];
  readonly #asked: { id: string; asked: Asked }[] = [];
  #underWay = 0;

  /** What went wrong so far, a line each: what nobody answers, and what the contract does not know. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  /** Answers an operation with a body, or with what a function makes of the request. */
  give<const O extends Operation>(
    operation: O,
    answer: AnswerOf<O> | ((asked: Asked<O>) => AnswerOf<O> | Promise<AnswerOf<O>>),
    { status = Number(Object.keys(operation.responses)[0]), headers = {} }: More = {},
  ): void {
    this.#answers.set(operation.id, async (asked) => {
      const body: unknown =
        typeof answer === 'function'
          ? await (answer as (asked: Asked) => AnswerOf<O> | Promise<AnswerOf<O>>)(asked)
          : answer;
      const schema = operation.responses[status];
      if (schema === undefined) throw new Error(`${operation.id} never answers ${status}.`);
      if (schema === null) return new Response(null, { status, headers });
      // A file.
      if (body instanceof Blob) return new Response(body, { status, headers });
      this.#check(`the answer of ${operation.id}`, schema, body);
      return Response.json(body, { status, headers });
    });
  }

  /** Lets the calls of an operation fail from now on. */
  fail(operation: Operation, fault: Fault): void {
    this.#answers.set(operation.id, () => {
      throw new Refused(fault);
    });
  }

  /** Lets the calls of an operation fail while something is done; afterwards they are answered as before. */
  async failing(operation: Operation, fault: Fault, meanwhile: () => Promise<unknown>): Promise<void> {
    const before = this.#answers.get(operation.id);
    this.fail(operation, fault);
    await meanwhile();
    if (before) this.#answers.set(operation.id, before);
    else this.#answers.delete(operation.id);
  }

  /** Refuses the next call of an operation for some fields of its body; those after it are answered as before. */
  refuseOnce(operation: Operation, fields: readonly FieldProblem[]): void {
    const before = this.#answers.get(operation.id);
    this.#answers.set(operation.id, () => {
      if (before) this.#answers.set(operation.id, before);
      else this.#answers.delete(operation.id);
      throw new Refused('invalid', fields);
    });
  }

  /** Lets some calls of an operation fail; the others are answered as before. @returns ends it */
  failSome<O extends Operation>(operation: O, fault: Fault, which: (asked: Asked<O>) => boolean): () => void {
    const before = this.#answers.get(operation.id);
    if (!before) throw new Error(`${operation.id} has no answer yet.`);
    this.#answers.set(operation.id, (asked) => {
      if (which(asked)) throw new Refused(fault);
      return before(asked);
    });
    return () => this.#answers.set(operation.id, before);
  }

  /** Holds back the answers of an operation. @returns lets them go, and those that come later */
  hold(operation: Operation): () => void {
    let letGo: () => void = () => undefined;
    this.#held.set(operation.id, new Promise((resolve) => (letGo = resolve)));
    return () => {
      this.#held.delete(operation.id);
      letGo();
    };
  }

  /** What was asked of an operation, in order. */
  asked<O extends Operation>(operation: O): Asked<O>[] {
    return this.#asked.filter(({ id }) => id === operation.id).map(({ asked }) => asked as Asked<O>);
  }

  /**
   * Waits until no request is under way, nor one that follows from an answer. Requests that are held back are not
   * waited for.
   */
  async settled(): Promise<void> {
    // A client reads an answer, acts on it and asks again within a few turns of the event loop.
    for (let quietTurns = 0; quietTurns < 5; quietTurns = this.#underWay === 0 ? quietTurns + 1 : 0)
      await new Promise((resolve) => setTimeout(resolve));
  }

  /** In place of `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    this.#underWay += 1;
    try {
      return await this.#answer(input, init);
    } finally {
      this.#underWay -= 1;
    }
  };

  async #answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === 'OPTIONS' && pathname === '/ui/management') {
      if (this.allowedAtManagement === undefined) return refusal(new Refused('internal'));
      return new Response(null, { status: 204, headers: { Allow: this.allowedAtManagement } });
    }
    const document = this.documents.get(pathname);
    if (document !== undefined) return new Response(document);
    const found = patterns
      // A file is asked for by HEAD before the browser gets it.
      .filter(({ operation }) => operation.method === request.method.replace('HEAD', 'GET'))
      .map((one) => ({ ...one, match: one.path.exec(pathname) }))
      .filter(({ match }) => match !== null)
      .sort((one, other) => Number(other.isFixed) - Number(one.isFixed))[0];
    const line = `${request.method} ${pathname}`;
    if (!found) {
      this.#faults.push(`The contract has no ${line}.`);
      return new Response(null, { status: 404 });
    }
    const { operation, match } = found;
    const isForm = request.headers.get('Content-Type')?.startsWith('multipart/form-data') === true;
    const form = isForm ? await request.formData() : undefined;
    const text = form ? '' : await request.text();
    const asked = {
      params: Object.fromEntries(
        Object.entries(match?.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      ),
      query: this.#queryOf(operation, searchParams),
      body: bodyOf(text, request.headers.get('Content-Type')),
      file: form?.get('file') ?? undefined,
      headers: request.headers,
    } as unknown as Asked;
    if (operation.body && !('multipart' in operation.body))
      this.#check(`the body sent to ${operation.id}`, operation.body, asked.body);
    this.#asked.push({ id: operation.id, asked });
    const held = this.#held.get(operation.id);
    if (held) {
      this.#underWay -= 1;
      await held;
      this.#underWay += 1;
    }
    request.signal.throwIfAborted();
    const answer = this.#answers.get(operation.id);
    if (answer) {
      try {
        return await answer(asked);
      } catch (error) {
        if (error instanceof Refused) return refusal(error);
        // To the client it looks like a lost connection, which must not pass for one.
        this.#faults.push(`The answer of ${operation.id} failed: ${String(error)}.`);
        throw error;
      }
    }
    this.#faults.push(`Nobody answers ${operation.id}, ${line}.`);
    return new Response(null, { status: 500 });
  }

  /** Numbers, lists and texts as the schema wants them. */
  #queryOf(operation: Operation, sent: URLSearchParams): unknown {
    if (!operation.query) return {};
    const properties = operation.query.properties;
    const texts = Object.fromEntries(
      [...new Set(sent.keys())].map((name) => [
        name,
        properties[name]?.['type'] === 'array' ? sent.getAll(name) : sent.get(name),
      ]),
    );
    const query = Value.Convert(operation.query, texts);
    this.#check(`the query of ${operation.id}`, operation.query, query);
    return query;
  }

  #check(what: string, schema: TSchema, value: unknown): void {
    const first = Value.Errors(schema, value).First();
    if (first) this.#faults.push(`In ${what}: ${first.path || '/'}: ${first.message}.`);
  }
}
