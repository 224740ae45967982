import { getItem } from '@armarium/contract/item-calls';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { PAGE_SIZE_CAP } from '@armarium/contract/hal';
import { call, callTagged } from '../../../lib/api-client.ts';
import type { AssetState } from '../asset-forms.ts';
import { callsOf } from '../asset-calls.ts';
import { uuidNames, type AssetKind } from '../asset-kinds.ts';
import { assetsChanged } from './assets-changed.ts';
import { assetsIn } from './item-assets.ts';

/** The metadata of an asset as they stand, with the tag to change it by. */
export async function readAsset(kind: AssetKind, uuid: string): Promise<AssetState> {
  const { answer, tag } = await callTagged(callsOf[kind].get, { params: { uuid } });
  return { list: answer.customMetadataList, tag };
}

/** @throws ApiProblem 412 `stale`, 422 with the fields named */
export async function saveAsset(kind: AssetKind, uuid: string, list: MetadataEntry[], ifMatch?: string) {
  await call(callsOf[kind].update, { params: { uuid }, body: { customMetadataList: list }, ifMatch });
}

/** To the trash. @throws ApiProblem 412 `stale` */
export async function trashAsset(kind: AssetKind, uuid: string, reason: string, ifMatch?: string) {
  const query = reason === '' ? {} : { reason };
  await call(callsOf[kind].delete, { params: { uuid }, query, ifMatch });
}

/** The tag of an item, which the order of its assets is changed by. */
export async function itemTag(uuid: string): Promise<string | undefined> {
  return (await callTagged(getItem, { params: { uuid } })).tag;
}

/**
 * Puts assets of an item, in the order given, at a place among those of their kind.
 * @param position 1-based; a greater one than there are places is the last
 * @throws ApiProblem 412 `stale`, 409 `order-differs` where somebody changed the item meanwhile
 */
export async function placeAssets(
  kind: AssetKind,
  itemUuid: string,
  uuids: readonly string[],
  position: number,
  ifMatch: string | undefined,
): Promise<void> {
  const params = { uuid: itemUuid };
  const [only] = uuids;
  if (uuids.length === 1 && only !== undefined) {
    await call(callsOf[kind].add, { params, body: { [uuidNames[kind]]: only, position }, ifMatch });
  } else {
    const links = await linksOf(kind, itemUuid);
    await call(callsOf[kind].arrange, { params, body: orderWith(links, uuids, position), ifMatch });
  }
  await assetsChanged([itemUuid]);
}

/** The order of links once those of some uuids stand at a place, 1-based among all. Pure. */
export function orderWith(
  links: ReadonlyMap<string, string>,
  uuids: readonly string[],
  position: number,
): string[] {
  const moved = uuids.flatMap((uuid) => links.get(uuid) ?? []);
  const others = [...links].flatMap(([uuid, link]) => (uuids.includes(uuid) ? [] : [link]));
  return [...others.slice(0, position - 1), ...moved, ...others.slice(position - 1)];
}

/** The self links of all assets of a kind by their uuids, in their order. */
async function linksOf(kind: AssetKind, uuid: string): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const query = { page, size: PAGE_SIZE_CAP };
    const answer = await call(callsOf[kind].list, { params: { uuid }, query });
    for (const asset of assetsIn(answer, kind) ?? []) links.set(asset.uuid, asset._links.self.href);
    pages = answer.page.totalPages;
  }
  return links;
}

/** Moves an asset into another item, behind those that it has. */
export async function moveInto(kind: AssetKind, itemUuid: string, uuid: string): Promise<void> {
  const body = { [uuidNames[kind]]: uuid };
  await call(callsOf[kind].add, { params: { uuid: itemUuid }, body });
}
