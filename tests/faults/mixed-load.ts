import { importImage } from '@armarium/contract/imports';
import { type StoredUpload, uploadFile } from '@armarium/contract/uploads';
import { findRootCollection, listCollectionItems } from '@armarium/contract/collection-calls';
import { findAllItems, findItemByPressmark, searchItems } from '@armarium/contract/item-calls';
import { randomUUID } from 'node:crypto';
import type { HttpClient } from '../harness/http-client.ts';
import { askForItem, type Credentials } from '../harness/importing.ts';
import { PersistentPeople } from './persistent-people.ts';

/** What the server has said that it keeps. */
export interface Acknowledged {
  readonly pressmark: string;
  uuid: string;
  /** In their order. */
  readonly images: StoredUpload[];
}

/**
 * People at work on one catalogue, each going on after a lost connection as a person would: asking again until
 * there is an answer. `acknowledged` has what was promised to them.
 */
export class MixedLoad extends PersistentPeople {
  readonly acknowledged: Acknowledged[] = [];
  /** What the pressmarks of all of its items begin with, and of no others. */
  readonly name = `Load ${randomUUID().slice(0, 8)}`;
  /** Uploads that were promised and given to no record yet. */
  readonly loose: StoredUpload[] = [];
  readonly #images: readonly Buffer[];
  #numbered = 0;

  /** @param refusals after which somebody asks again; each other one is a fault */
  constructor(
    origin: string,
    images: readonly Buffer[],
    random: () => number,
    refusals: readonly number[] = [503],
  ) {
    super(origin, random, refusals);
    this.#images = images;
  }

  begin(credentials: Credentials): void {
    const scanning = async (client: HttpClient) => this.#addImages(client, await this.#addItem(client, 1));
    const cataloguing = (client: HttpClient) => this.#addItem(client, 0);
    const reading = (client: HttpClient) => this.#read(client);
    this.start(credentials, [scanning, scanning, cataloguing, reading]);
  }

  async #upload(client: HttpClient): Promise<StoredUpload> {
    const source = this.#images[Math.floor(this.random() * this.#images.length)] ?? Buffer.alloc(0);
    const file = { source, name: 'leaf.jpg', type: 'image/jpeg' };
    const { body } = await this.answered(() => client.upload(uploadFile, file), [201]);
    this.loose.push(body);
    return body;
  }

  async #addItem(client: HttpClient, images: number): Promise<Acknowledged> {
    this.#numbered += 1;
    const pressmark = `${this.name} ${this.#numbered}`;
    const root = (await this.answered(() => client.call(findRootCollection), [200])).body.uuid;
    const uploads: StoredUpload[] = [];
    for (let number = 0; number < images; number += 1) uploads.push(await this.#upload(client));
    const ask = () =>
      askForItem(client, { pressmark, sgtt: `Item of ${pressmark}`, parents: [root], uploads });
    // 409 and 422: a call whose answer got lost had been heard.
    const { status, body } = await this.answered(ask, [201, 409, 422]);
    const find = () => client.call(findItemByPressmark, { query: { pressmark } });
    const { uuid } = status === 201 ? body : (await this.answered(find, [200])).body;
    const made: Acknowledged = { pressmark, uuid, images: uploads };
    this.acknowledged.push(made);
    for (const { uuid: taken } of uploads) this.#take(taken);
    return made;
  }

  async #addImages(client: HttpClient, item: Acknowledged): Promise<void> {
    const upload = await this.#upload(client);
    const body = { culturalItemUuid: item.uuid, uuid: upload.uuid };
    await this.answered(() => client.call(importImage, { body }), [202]);
    item.images.push(upload);
    this.#take(upload.uuid);
  }

  #take(uuid: string): void {
    const at = this.loose.findIndex((upload) => upload.uuid === uuid);
    if (at >= 0) this.loose.splice(at, 1);
  }

  async #read(client: HttpClient): Promise<void> {
    const root = (await this.answered(() => client.call(findRootCollection), [200])).body.uuid;
    await this.answered(() => client.call(findAllItems, { query: { size: 50 } }), [200]);
    await this.answered(() => client.call(searchItems, { query: { text: 'Load' } }), [200]);
    const { body } = await this.answered(
      () => client.call(listCollectionItems, { params: { uuid: root } }),
      [200],
    );
    const picture = body._embedded.culturalItems.find(({ thumbnail }) => thumbnail !== null)?.thumbnail;
    if (picture) await this.answered(() => client.send('GET', new URL(picture).pathname), [200]);
  }
}
