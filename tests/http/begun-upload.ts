import { Readable } from 'node:stream';
import type { HttpClient } from '../harness/http-client.ts';

/** Begins a resumable upload and sends a part of it; what is there waits for the rest. */
export async function begunUpload(client: HttpClient): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', 'x-xsrf-token': await client.csrfToken() };
  const begun = await client.send('POST', '/ccc/resumable', { ...headers, 'upload-length': 100 });
  const bytes = Buffer.alloc(40, 'x');
  const { status } = await client.send(
    'PATCH',
    String(begun.headers['location']),
    {
      ...headers,
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    },
    Readable.from([bytes]),
  );
  if (status !== 204) throw new Error(`The part was answered ${status}.`);
}
