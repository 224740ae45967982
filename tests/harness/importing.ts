import type { ImportedImage, ImportedItem } from '@armarium/contract/import-tracking';
import { importItem } from '@armarium/contract/imports';
import { uploadFile, type StoredUpload } from '@armarium/contract/uploads';
import { findRootCollection } from '@armarium/contract/collection-calls';
import { Readable } from 'node:stream';
import { HttpClient, type Answer, type FileToSend } from './http-client.ts';
import { until } from './waiting.ts';

/** @throws unless the answer has this status, with its body in the message */
export function expectStatus<Body>(answer: Answer<Body>, status: number): Body {
  if (answer.status !== status) {
    throw new Error(`${answer.status} instead of ${status}: ${answer.bytes.toString('utf8').slice(0, 2000)}`);
  }
  return answer.body;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A client of the administrator's. Close it. */
export async function signedIn(armarium: Credentials & { readonly origin: string }): Promise<HttpClient> {
  const client = new HttpClient(armarium.origin);
  expectStatus(await client.signIn(armarium.username, armarium.password), 200);
  return client;
}

export async function rootUuid(client: HttpClient): Promise<string> {
  return expectStatus(await client.call(findRootCollection), 200).uuid;
}

export async function upload(client: HttpClient, file: FileToSend): Promise<StoredUpload> {
  return expectStatus(await client.upload(uploadFile, file), 201);
}

export interface ItemToImport {
  readonly pressmark: string;
  readonly sgtt: string;
  readonly autn?: string;
  readonly parents: readonly string[];
  readonly uploads?: readonly StoredUpload[];
}

/** Asks for a new item with what was uploaded for it; a refusal is an answer. */
export function askForItem(client: HttpClient, item: ItemToImport) {
  const { pressmark, sgtt, autn, parents, uploads = [] } = item;
  return client.call(importItem, {
    body: {
      pressmark,
      sgtt,
      ...(autn !== undefined && { autn }),
      parentCollectionsUuids: [...parents],
      images: uploads.map(({ uuid }) => ({ uuid })),
    },
  });
}

/** Makes an item. @returns its uuid */
export async function importNewItem(client: HttpClient, item: ItemToImport): Promise<string> {
  return expectStatus(await askForItem(client, item), 201).uuid;
}

async function importOf(client: HttpClient, itemUuid: string): Promise<ImportedItem | undefined> {
  const answer = await client.send<ImportedItem>('GET', `/import-manager/culturalItems/${itemUuid}`);
  return answer.status === 200 ? answer.body : undefined;
}

/** Waits until none of an item's images is worked on any more, however they ended. */
export function importEnded(
  client: HttpClient,
  itemUuid: string,
  patience_ms = 120_000,
): Promise<ImportedItem> {
  return until(
    `the import of ${itemUuid} has ended`,
    async () => {
      const found = await importOf(client, itemUuid);
      return found?.notReadyImagesCount === 0 ? found : undefined;
    },
    patience_ms,
  );
}

export async function importedImagesOf(client: HttpClient, itemUuid: string): Promise<ImportedImage[]> {
  const answer = await client.send<{ _embedded: { images: ImportedImage[] } }>(
    'GET',
    `/import-manager/culturalItems/${itemUuid}/images?size=1000`,
  );
  return expectStatus(answer, 200)._embedded.images;
}

/** An upload that stops after part of its bytes, until it is told to go on or its connection ends. */
export function haltingUpload(client: HttpClient, file: FileToSend & { source: Uint8Array }, part: number) {
  const { source, name, type } = file;
  const signals = new EventTarget();
  const once = (signal: string) =>
    new Promise<void>((resolve) => signals.addEventListener(signal, () => resolve(), { once: true }));
  const say = (signal: string) => void signals.dispatchEvent(new Event(signal));
  const halted = once('halted');
  const released = once('released');
  const boundary = `armarium-${crypto.randomUUID()}`;
  const at = Math.floor(source.length * part);
  async function* body() {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
        `Content-Type: ${type}\r\n\r\n`,
    );
    for (let start = 0; start < at; start += 65_536)
      yield source.subarray(start, Math.min(at, start + 65_536));
    say('halted');
    await released;
    yield source.subarray(at);
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const stream = Readable.from(body());
  const send = async () =>
    client.send<StoredUpload>(
      'POST',
      uploadFile.path,
      {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'x-xsrf-token': await client.csrfToken(),
      },
      stream,
    );
  const answer = send().finally(() => {
    say('halted');
    say('released');
  });
  // Whoever awaits it sees the failure, also when that comes later.
  answer.catch(() => undefined);
  return {
    /** Fulfilled when that part has been handed to the connection, or the request is over. */
    halted,
    answer,
    goOn: () => say('released'),
    /** Ends the connection as a browser does whose tab is closed. */
    cut: () => {
      say('released');
      stream.destroy(new Error('cut by the test'));
    },
  };
}
