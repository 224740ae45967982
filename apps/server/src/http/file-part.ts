import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FileAddress } from '@armarium/contract/operation';
import { ProblemError } from '../problem-error.ts';
import { mayTakeLong } from './long-answer.ts';
import { fetchRemoteFile, type RemoteFile, type RemoteLimits } from '../outbound/remote-file.ts';

function brokenBody(cause: unknown): ProblemError {
  return new ProblemError(
    'malformed',
    'The body is not multipart/form-data, or ends before its boundary. Nothing was kept; send it again.',
    { cause },
  );
}

/**
 * Hands over the part `file` of a multipart body as a stream, which is `truncated` where the file is larger than
 * it may be. What goes wrong with the body on the way is told as such, whatever the taker made of it.
 * @param maxFile_bytes the server's general limit where it is left out
 */
export async function receiveFilePart<T>(
  request: FastifyRequest,
  take: (part: MultipartFile) => Promise<T>,
  maxFile_bytes?: number,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new ProblemError(
      'unsupported-media-type',
      'Send the file as multipart/form-data, in a part named "file".',
    );
  }
  const limits = maxFile_bytes === undefined ? {} : { limits: { fileSize: maxFile_bytes } };
  const part = await request.file(limits).catch((error: unknown) => {
    // The parser's own words have no status; the framework's errors have one.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw brokenBody(error);
  });
  if (part?.fieldname !== 'file') throw new ProblemError('malformed', 'The body has no part named "file".');
  // The parser never ends a part whose connection broke: without this the half file would wait for ever.
  const connection = { isCutOff: false };
  const cutOff = () => {
    connection.isCutOff = !request.raw.complete;
    if (connection.isCutOff) part.file.destroy(new Error('The connection ended before the file did.'));
  };
  request.raw.once('close', cutOff);
  mayTakeLong(request);
  try {
    return await take(part);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    // What the source itself failed of is the body's fault; anything else is the taker's.
    if (!connection.isCutOff) throw error === part.file.errored ? brokenBody(error) : error;
    throw new ProblemError(
      'upload-interrupted',
      'The connection ended before the file did; nothing was kept.',
      { cause: error },
    );
  } finally {
    request.raw.off('close', cutOff);
  }
}

/**
 * Hands over a file that is sent in the body, or fetched from the address that the body gives instead (wire.md).
 * @param maxFile_bytes of a body; the server's general limit where it is left out
 * @throws as `receiveFilePart` and `fetchRemoteFile` do
 */
export function receiveFile<T>(
  request: FastifyRequest,
  address: FileAddress | undefined,
  limits: RemoteLimits,
  take: (file: Pick<RemoteFile, 'filename' | 'file'>) => Promise<T>,
  maxFile_bytes?: number,
): Promise<T> {
  if (address === undefined) return receiveFilePart(request, take, maxFile_bytes);
  mayTakeLong(request);
  const gone = new AbortController();
  const stop = () => gone.abort();
  request.raw.socket.once('close', stop);
  return fetchRemoteFile(address.url, limits, take, gone.signal).finally(() =>
    request.raw.socket.off('close', stop),
  );
}

/** The name as the sender's system had it, without any folder and at a length that screens can show; `otherwise` where none is left. */
export function plainFilename(sent: string | undefined, otherwise: string): string {
  const name = (sent ?? '')
    .split(/[\\/]/)
    .pop()
    ?.normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return (name === undefined || name === '' ? otherwise : name).slice(-255);
}
