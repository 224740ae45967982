import { Server, type Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NodeRequest } from 'srvx/node';
import { v7 as uuidv7 } from 'uuid';
import { reach } from '../../../db/database.ts';
import type { Logger } from '../../../observe/log.ts';
import { notFound, ProblemError } from '../../../problem-error.ts';
import type { MediaParts } from '../media-parts.ts';
import { mayTakeLong } from '../../../http/long-answer.ts';
import { tooLarge } from '../../../outbound/remote-file.ts';
import { uploadAnswer } from '../upload-reads.ts';
import { partCalls, PartStore, type PartCall } from './part-store.ts';
import { UploadLocks } from './upload-locks.ts';

const PATH = '/ccc/resumable';
/** Longer than a connection takes to release an upload on request. */
const LOCK_WAIT_MAX_MS = 8_000;
const BYTES = 'application/offset+octet-stream';

/** Turns a refusal of the protocol's library, which has a status and a line of text, into a problem. */
function problemOf(status: number, text: string, method: string, max_bytes: number): ProblemError {
  if (status === 404 || status === 410) return notFound('The upload');
  if (status === 409) return new ProblemError('offset-differs', text);
  // More bytes than announced is not a question of the size limit.
  if (status === 413 && method === 'POST') return tooLarge(max_bytes);
  if (status >= 500) throw new Error(`The upload was answered ${status}: ${text}`);
  if (status === 415) return new ProblemError('unsupported-media-type', text);
  return new ProblemError('malformed', `${text} See the tus protocol, version 1.0.0.`);
}

/**
 * Uploads that survive a lost connection and a restarted server: tus 1.0.0 with creation and termination,
 * below `/ccc/resumable` (wire.md). `Upload-Metadata` has `filename`, `kind` (of the upload calls; default an
 * image) and `sha256`, which is compared before the file counts as stored. The answer to the last piece is
 * that of the upload call of the kind, and the upload has the uuid at the end of its address; a sender who
 * lost that answer finds it at `GET /ccc/uploads/{uuid}`.
 *
 * @param onUpload called for each file that was received and kept
 */
export function addResumable(
  app: FastifyInstance,
  parts: MediaParts,
  onUpload: (size_bytes: number) => void,
): void {
  const { uploadMax_bytes } = parts.limits;
  const store = new PartStore(parts);
  const server = new Server({
    path: PATH,
    maxSize: uploadMax_bytes,
    datastore: store,
    locker: new UploadLocks(LOCK_WAIT_MAX_MS),
    namingFunction: () => uuidv7(),
    // A relative address works behind every proxy.
    relativeLocation: true,
    onUploadFinish: async (_request, upload: Upload) => {
      const stored = partCalls.getStore()?.stored;
      if (!stored) throw new Error(`The upload ${upload.id} is whole, and was not stored.`);
      return {};
    },
    onResponseError: (_request, error) => {
      const call = partCalls.getStore();
      if (call && error instanceof Error) call.failure = error;
      return undefined;
    },
  });

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { data } = await request.identify();
    if (!data) throw new ProblemError('not-signed-in', 'Sign in and try again.');
    // The protocol's library would try them, though its store does not offer them.
    const extension = ['upload-defer-length', 'upload-concat'].find((name) => name in request.headers);
    if (extension !== undefined) {
      throw new ProblemError(
        'malformed',
        `${extension} is not offered here: each upload announces its length (Upload-Length) and is sent by itself.`,
      );
    }
    const call: PartCall = { data, log: request.log as Logger };
    mayTakeLong(request);
    const answer = await partCalls.run(call, async () => {
      // Before the lock, since nobody may interrupt another's upload.
      const { uuid } = request.params as { uuid?: string };
      if (uuid !== undefined) await store.getUpload(uuid);
      return server.handleWeb(new NodeRequest({ req: request.raw, res: reply.raw }));
    });
    if (call.failure) throw call.failure;
    if (answer.status >= 400) {
      const text = (await answer.text()).trim();
      throw problemOf(answer.status, text, request.method, uploadMax_bytes);
    }
    for (const [name, value] of answer.headers) {
      // Cross-origin headers are set for the whole server.
      if (!name.startsWith('access-control-') && name !== 'content-length') void reply.header(name, value);
    }
    if (!call.stored) return reply.code(answer.status).send();
    const { kind, ...stored } = call.stored;
    onUpload(stored.size_bytes);
    return reply.code(201).send(await uploadAnswer(data, kind, request.origin(), stored));
  }

  app.addContentTypeParser(BYTES, (_request, _payload, done) => {
    // The protocol's library reads the body as a stream.
    done(null);
  });
  const onRequest = async (request: FastifyRequest) => {
    const { actor } = await request.identify();
    if (!actor) throw new ProblemError('not-signed-in', 'Sign in and try again.');
    if (reach(actor, 'upload') === undefined) {
      throw new ProblemError('forbidden', 'Your roles in this organisation do not allow this.');
    }
    if (request.method !== 'HEAD') request.requireCsrfToken();
  };
  const described = (operationId: string, summary: string) => ({
    operationId,
    summary,
    tags: ['Upload and import'],
  });
  const one = `${PATH}/:uuid`;
  app.post(
    PATH,
    { onRequest, schema: described('createResumable', 'Begin an upload that can be resumed (tus 1.0.0)') },
    handle,
  );
  app.head(
    one,
    { onRequest, schema: described('findResumable', 'How much of a resumable upload has arrived') },
    handle,
  );
  app.patch(
    one,
    { onRequest, schema: described('resume', 'Send a resumable upload, or go on with it') },
    handle,
  );
  app.delete(one, { onRequest, schema: described('abandonResumable', 'Give a resumable upload up') }, handle);
}
