import { getSignInOptions } from '@armarium/contract/session';
import type { AnswerOf } from '@armarium/contract/operation';
import { capabilities, reachOf, type Role } from '@armarium/contract/capability';
import { collectionActions, imageActions, itemActions } from '@armarium/contract/allowed-actions';
import {
  findAllCollections,
  findCollectionByUuid,
  findCollectionPaths,
  findCollectionTotals,
  findCollectionsOfItem,
  findRootCollection,
  getBreadcrumb,
  getCollection,
  listCollectionItems,
  listCollectionParents,
  listCollections,
  listSubcollections,
  searchCollections,
} from '@armarium/contract/collection-calls';
import { getDownloadAgreement, standardAgreement } from '@armarium/contract/downloads';
import { listItemImages } from '@armarium/contract/image-calls';
import { getItemPresentation, type ItemPresentation } from '@armarium/contract/item-presentation';
import { getStoryUseOfImage, listSeries } from '@armarium/contract/story-calls';
import type { StoryUse } from '@armarium/contract/story-use';
import { getTechnical, type Technical } from '@armarium/contract/technical';
import {
  findAllItems,
  findItemByPressmark,
  findItemByUuid,
  findNearPressmarks,
  getItem,
  listItemParents,
  searchItems,
} from '@armarium/contract/item-calls';
import { findValuesInUse, getItemFacets } from '@armarium/contract/item-facets';
import { getItemsView, updateItemsView, type ItemsView } from '@armarium/contract/items-view';
import { listSavedSearches, type SavedSearch } from '@armarium/contract/saved-searches';
import { findAlternatives, getSuggestions } from '@armarium/contract/suggestions';
import type { Collection } from '@armarium/contract/collections';
import type { ImageDelivery } from '@armarium/contract/image-delivery';
import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import type { TrashEntry } from '@armarium/contract/trash';
import * as session from '@armarium/contract/session';
import { updateTenantUser, type TenantUser } from '@armarium/contract/accounts';
import { getOwnSignOn, type OwnSignOn } from '@armarium/contract/sign-on';
import { listTokens } from '@armarium/contract/tokens';
import { listItemStates, type ItemState } from '@armarium/contract/item-states';
import { findTemplatesByResourceType, listTemplates, type Template } from '@armarium/contract/templates';
import { standardStates, standardTemplates } from '../../apps/server/src/modules/tenancy/standard-setup.ts';
import { Refused, type Answers } from './answers.ts';

let count = 0;
/** A uuid that no other record has. */
export function newUuid(): string {
  count += 1;
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
}

const link = (path: string) => ({ href: `http://armarium.test${path}` });
const CREATED = '2026-03-02T09:00:00.000Z';

/** An item without media; what a test has to say of it stands in `given`. */
export function madeItem(given: Partial<Item> = {}): Item {
  const uuid = given.uuid ?? newUuid();
  const self = `/meta/culturalItems/${uuid}`;
  return {
    uuid,
    resourceType: 'ITEM',
    sgtt: 'Item',
    label: given.sgtt ?? 'Item',
    autn: '',
    sgti: '',
    pressmark: `P ${uuid.slice(-4)}`,
    customMetadataList: [],
    parentCollectionsUuids: [],
    state: 'Default',
    visibility: 'private',
    createdDate: CREATED,
    lastModifiedDate: CREATED,
    thumbnail: null,
    mediaTypeInfo: {
      imagesCount: 0,
      audiosCount: 0,
      videosCount: 0,
      model3DsCount: 0,
      hasImage: false,
      hasAudio: false,
      hasVideo: false,
      has3D: false,
    },
    isLinkedToDziImage: false,
    canvasUuid: null,
    notReadyImagesCount: 0,
    failedImagesCount: 0,
    allowedActions: [...itemActions],
    availableTransitions: [],
    _links: {
      self: link(self),
      images: link(`${self}/images`),
      default_list_of_images: link(`${self}/images`),
      parentCollections: link(`${self}/parentCollections`),
    },
    ...given,
  };
}

/** A collection; the numbers of what stands in it are those of its catalogue. */
function madeCollection(given: Partial<Collection> = {}): Collection {
  const uuid = given.uuid ?? newUuid();
  const self = `/meta/culturalItemCollections/${uuid}`;
  return {
    uuid,
    resourceType: 'COLLECTION',
    sgtt: 'Collection',
    sgti: '',
    author: '',
    label: given.sgtt ?? 'Collection',
    customMetadataList: [],
    parentCollectionsUuids: [],
    state: 'Default',
    visibility: 'private',
    createdDate: CREATED,
    collectionsCount: 0,
    culturalItemsCount: 0,
    allowedActions: [...collectionActions],
    availableTransitions: [],
    _links: {
      self: link(self),
      collections: link(`${self}/collections`),
      culturalItems: link(`${self}/culturalItems`),
      parentCollections: link(`${self}/parentCollections`),
      breadcrumb: link(`${self}/breadcrumb`),
      summary: link(`${self}/summary`),
      'iiif-collection': link(`/iiif/collection/${uuid}`),
      viewer_iiif: link(`/images/viewers/iiif/?manifest=${uuid}`),
    },
    ...given,
  };
}

/** Images as everybody gets them who sees them: no public size, no watermark; four of them are ready. */
export function madeDelivery(given: Partial<ImageDelivery> = {}): ImageDelivery {
  return {
    publicMaxPx: null,
    watermark: null,
    images: { ready: 4, watermarked: 0 },
    example: { uuid: newUuid(), width_px: 6000, height_px: 4000 },
    ...given,
  };
}

/** A deleted item in the trash, which may be restored and purged, unless the test says another thing of it. */
export function madeTrashEntry(given: Partial<TrashEntry> = {}): TrashEntry {
  const uuid = newUuid();
  return {
    uuid,
    resourceType: 'ITEM',
    recordUuid: uuid,
    title: 'Item',
    pressmark: `P ${uuid.slice(-4)}`,
    trashedBy: 'Ada Rossi',
    trashedDate: CREATED,
    reason: '',
    collectionsCount: 0,
    culturalItemsCount: 0,
    formerParents: [{ uuid: newUuid(), title: 'Catalogue', isThere: true }],
    culturalItem: null,
    purgeDate: '2027-03-09T12:00:00.000Z',
    keptFor: [],
    shownIn: { storyboardsCount: 0, storyboards: [] },
    allowedActions: ['restore', 'purge'],
    _links: { self: link(`/meta/trash/${uuid}`) },
    ...given,
  };
}

/** An image that is ready, with a picture that the page has; what a test has to say of it stands in `given`. */
export function madeImage(given: Partial<ImageAsset> = {}): ImageAsset {
  const uuid = given.uuid ?? newUuid();
  const sgtt = given.sgtt ?? 'Image';
  const self = `/meta/images/${uuid}`;
  return {
    uuid,
    resourceType: 'MEDIA',
    sgtt,
    autn: '',
    customMetadataList: [{ name: 'sgtt', value: sgtt }],
    state: 'Default',
    visibility: 'private',
    position: 1,
    width_px: 200,
    height_px: 300,
    originalFilename: `${sgtt}.png`,
    size_bytes: 4_096,
    sha256: uuid,
    importState: 'DONE',
    allowedActions: [...imageActions],
    availableTransitions: [],
    _links: {
      self: link(self),
      culturalItem: link('/meta/culturalItems'),
      thumb: { href: '/favicon.svg' },
      history: link(`${self}/history`),
      original: link(`/image-download/db/original/${uuid}`),
      technical: link(`/meta/assets/${uuid}/technical`),
    },
    ...given,
  };
}

/** The links and numbers of one page of a list. */
export function pageBlock(total: number, { page = 0, size = 20 }: { page?: number; size?: number }) {
  const totalPages = Math.ceil(total / size);
  return {
    page: { number: page, size, totalElements: total, totalPages },
    _links: { self: link('/'), first: link('/'), last: link('/') },
  };
}

/** One page of a list, as the query asks for it. */
function pageFrom<T>(all: readonly T[], query: { page?: number; size?: number }, size = 20) {
  const asked = { page: query.page ?? 0, size: query.size ?? size };
  const first = asked.page * asked.size;
  return { elements: all.slice(first, first + asked.size), ...pageBlock(all.length, asked) };
}

/** A workflow state as the server shows it. */
export function madeState(given: Pick<ItemState, 'name' | 'color' | 'labels'>): ItemState {
  const uuid = newUuid();
  const self = link(`/meta/itemStates/${uuid}`);
  return { uuid, id: uuid, ...given, label: given.name, url: self.href, _links: { self } };
}

/** What the calls that read answer from. A test may change what stands in it at any time. */
/** Of an item of which nothing was said. */
export function madePresentation(given: Partial<ItemPresentation> = {}): ItemPresentation {
  const uuid = given.uuid ?? newUuid();
  const self = `/meta/culturalItems/${uuid}`;
  return {
    uuid,
    viewingDirection: null,
    behavior: null,
    contents: [],
    allowedActions: [],
    _links: { self: link(`${self}/presentation`), culturalItem: link(self) },
    ...given,
  };
}

export class MadeCatalogue {
  readonly root: Collection;
  readonly collections: Collection[] = [];
  readonly items: Item[] = [];
  readonly savedSearches: SavedSearch[] = [];
  readonly images = new Map<string, ImageAsset[]>();
  /** How lists of items are shown. */
  readonly itemsView: ItemsView = { view: 'cards', fields: null };
  /** The stories that show any image. */
  storyUse: StoryUse = { storyboardsCount: 0, storyboards: [] };
  /** What the file of any image says about itself. */
  technical: Technical = { format: 'png', bitDepth: 8, channels: 3, colourSpace: 'srgb' };
  readonly states: ItemState[] = standardStates.map((state) => madeState(state));
  readonly templates: Template[] = standardTemplates.map((row) => {
    const uuid = newUuid();
    return {
      uuid,
      name: row.name,
      label: row.label,
      labels: row.labels,
      type: row.type,
      resourceType: row.resource_type as Template['resourceType'],
      priority: row.priority,
      order: row.sort_order,
      enumValues: [],
      defaultValue: null,
      locked: true,
      required: row.required,
      repeatable: false,
      searchable: true,
      help: '',
      _links: { self: link(`/meta/customMetadataTemplates/${uuid}`) },
    };
  });

  constructor() {
    this.root = this.collection('Catalogue', []);
  }

  /** Adds a collection below others; none makes it a root. */
  collection(
    sgtt: string,
    parents: readonly Collection[] = [this.root],
    given: Partial<Collection> = {},
  ): Collection {
    const collection = madeCollection({
      sgtt,
      parentCollectionsUuids: parents.map(({ uuid }) => uuid),
      ...given,
    });
    for (const parent of parents) parent.collectionsCount += 1;
    this.collections.push(collection);
    return collection;
  }

  /** Adds an item to collections. */
  item(sgtt: string, parents: readonly Collection[] = [this.root], given: Partial<Item> = {}): Item {
    const item = madeItem({ sgtt, parentCollectionsUuids: parents.map(({ uuid }) => uuid), ...given });
    for (const parent of parents) parent.culturalItemsCount += 1;
    this.items.push(item);
    return item;
  }

  /** Adds an image to an item, behind those that it has. */
  image(sgtt: string, item: Item, given: Partial<ImageAsset> = {}): ImageAsset {
    const images = this.images.get(item.uuid) ?? [];
    const image = madeImage({ sgtt, position: images.length + 1, ...given });
    this.images.set(item.uuid, [...images, image]);
    item.mediaTypeInfo = {
      ...item.mediaTypeInfo,
      imagesCount: item.mediaTypeInfo.imagesCount + 1,
      hasImage: true,
    };
    return image;
  }

  /** Adds a field to the records of a kind. */
  field(resourceType: Template['resourceType'], name: string, given: Partial<Template> = {}): Template {
    const uuid = newUuid();
    const template: Template = {
      uuid,
      name,
      label: name,
      labels: {},
      type: 'STRING',
      resourceType,
      priority: 'LOW',
      order: this.templates.length,
      enumValues: [],
      defaultValue: null,
      locked: false,
      required: false,
      repeatable: false,
      searchable: true,
      help: '',
      _links: { self: link(`/meta/customMetadataTemplates/${uuid}`) },
      ...given,
    };
    this.templates.push(template);
    return template;
  }

  /** The collections above one, from the root, each by its first parent. */
  private wayTo({ parentCollectionsUuids: [first] }: Collection): Collection[] {
    if (first === undefined) return [];
    const parent = this.collectionNamed(first);
    return [...this.wayTo(parent), parent];
  }

  /** Answers every call that reads records from what stands here. */
  answer(answers: Answers): void {
    const byTitle = <T extends { sgtt: string }>(list: readonly T[]) =>
      list.toSorted((one, other) => one.sgtt.localeCompare(other.sgtt, 'en', { numeric: true }));
    const collectionsPage = (
      list: readonly Collection[],
      query: { page?: number; size?: number },
      size?: number,
    ) => {
      const { elements, ...rest } = pageFrom(byTitle(list), query, size);
      return { _embedded: { culturalItemCollections: elements }, ...rest };
    };
    const itemsPage = (list: readonly Item[], query: { page?: number; size?: number }) => {
      const { elements, ...rest } = pageFrom(list, query);
      return { _embedded: { culturalItems: elements }, ...rest };
    };
    const within = (uuid: string) => this.items.filter((item) => item.parentCollectionsUuids.includes(uuid));
    const holds = (text: string, ...values: string[]) =>
      values.some((value) => value.toLowerCase().includes(text.toLowerCase()));
    const parentsOf = ({ parentCollectionsUuids }: Item | Collection) =>
      parentCollectionsUuids.map((uuid) => this.collectionNamed(uuid));

    answers.give(findRootCollection, () => this.root);
    answers.give(getCollection, ({ params }) => this.collectionNamed(params.uuid));
    answers.give(findCollectionByUuid, ({ query }) => this.collectionNamed(query.uuid));
    answers.give(listCollections, ({ query }) => collectionsPage(this.collections, query));
    answers.give(findAllCollections, ({ query }) => collectionsPage(this.collections, query));
    answers.give(searchCollections, ({ query }) =>
      collectionsPage(
        this.collections.filter(({ sgtt, sgti }) => holds(query.text, sgtt, sgti)),
        query,
        15,
      ),
    );
    answers.give(listSubcollections, ({ params, query }) =>
      collectionsPage(
        this.collections.filter((one) => one.parentCollectionsUuids.includes(params.uuid)),
        query,
        100,
      ),
    );
    answers.give(listCollectionParents, ({ params, query }) =>
      collectionsPage(parentsOf(this.collectionNamed(params.uuid)), query),
    );
    answers.give(findCollectionPaths, ({ query }) => ({
      places: query.uuid.flatMap((uuid) => {
        const collection = this.collections.find((one) => one.uuid === uuid);
        return collection ? [{ collection, above: this.wayTo(collection) }] : [];
      }),
    }));
    // Each record once, whichever ways lead to it.
    const below = (uuid: string): string[] =>
      this.collections.flatMap((one) =>
        one.parentCollectionsUuids.includes(uuid) ? [one.uuid, ...below(one.uuid)] : [],
      );
    answers.give(findCollectionTotals, ({ query }) => ({
      totals: query.uuid.map((uuid) => {
        const found = new Set(below(uuid));
        const items = [uuid, ...found].flatMap(within);
        return { uuid, collections: found.size, culturalItems: new Set(items).size };
      }),
    }));
    answers.give(getBreadcrumb, ({ params, query }) => {
      const way: Collection[] = [];
      let at: Collection | undefined = this.collectionNamed(params.uuid);
      let through = query.parentId;
      while (at) {
        way.unshift(at);
        const next: string | undefined =
          through !== undefined && at.parentCollectionsUuids.includes(through)
            ? through
            : at.parentCollectionsUuids[0];
        at = next === undefined ? undefined : this.collectionNamed(next);
        through = undefined;
      }
      return { _embedded: { culturalItemCollections: way }, ...pageBlock(way.length, { size: 100 }) };
    });
    answers.give(listCollectionItems, ({ params, query }) => itemsPage(byTitle(within(params.uuid)), query));
    answers.give(findAllItems, ({ query }) => itemsPage(byTitle(this.items), query));
    answers.give(searchItems, ({ query }) =>
      itemsPage(
        byTitle(this.items.filter(({ sgtt, autn, pressmark }) => holds(query.text, sgtt, autn, pressmark))),
        query,
      ),
    );
    answers.give(findValuesInUse, () => ({ values: [] }));
    answers.give(getItem, ({ params }) => this.itemNamed(params.uuid), {
      headers: { ETag: '"1"' },
    });
    answers.give(findItemByUuid, ({ query }) => this.itemNamed(query.uuid));
    answers.give(findItemByPressmark, ({ query }) => {
      const plain = (pressmark: string) => pressmark.trim().replace(/\s+/g, ' ').toLowerCase();
      const holder = this.items.find((item) => plain(item.pressmark) === plain(query.pressmark));
      if (!holder) throw new Refused('not-found');
      return holder;
    });
    answers.give(findNearPressmarks, ({ query }) => {
      const key = (pressmark: string) =>
        pressmark
          .toLowerCase()
          .replaceAll('o', '0')
          .replaceAll('i', '1')
          .replace(/[^a-z0-9]/g, '')
          .replace(/(?<![0-9])0+(?=[0-9])/g, '');
      const near = ({ pressmark }: Item) =>
        pressmark !== query.pressmark && key(pressmark) === key(query.pressmark);
      return itemsPage(this.items.filter(near), query);
    });
    answers.give(listItemParents, ({ params, query }) =>
      collectionsPage(parentsOf(this.itemNamed(params.uuid)), query),
    );
    answers.give(findCollectionsOfItem, ({ query }) =>
      collectionsPage(parentsOf(this.itemNamed(query.uuid)), query),
    );
    answers.give(listItemImages, ({ params, query }) => {
      const { elements, ...rest } = pageFrom(this.images.get(params.uuid) ?? [], query);
      return { _embedded: { images: elements }, ...rest };
    });
    answers.give(getItemPresentation, ({ params }) => madePresentation({ uuid: params.uuid }));
    answers.give(getStoryUseOfImage, () => this.storyUse);
    answers.give(getTechnical, () => this.technical);
    answers.give(getItemFacets, {
      total: this.items.length,
      state: [],
      media: [],
      fields: [],
      changedBy: [],
      createdYear: [],
      modifiedYear: [],
    });
    answers.give(getSuggestions, { words: [], records: [], collections: [], savedSearches: [] });
    answers.give(listSavedSearches, ({ query }) => {
      const { elements, ...rest } = pageFrom(this.savedSearches, query, 400);
      return { _embedded: { savedSearches: elements }, ...rest };
    });
    answers.give(listSeries, ({ query }) => ({
      _embedded: { storyboardCollections: [] },
      ...pageBlock(0, query),
    }));
    answers.give(findAlternatives, { alternatives: [] });
    const templatesPage = (list: readonly Template[], query: { page?: number; size?: number }) => {
      const { elements, ...rest } = pageFrom(list, query, 50);
      return { _embedded: { customMetadataTemplates: elements }, ...rest };
    };
    answers.give(getItemsView, () => this.itemsView);
    answers.give(updateItemsView, ({ body }) => Object.assign(this.itemsView, body));
    answers.give(listTemplates, ({ query }) => templatesPage(this.templates, query));
    answers.give(findTemplatesByResourceType, ({ query }) =>
      templatesPage(
        this.templates.filter(({ resourceType }) => resourceType === query.type),
        query,
      ),
    );
    answers.give(listItemStates, ({ query }) => {
      const { elements, ...rest } = pageFrom(this.states, query, 50);
      return { _embedded: { itemStates: elements }, ...rest };
    });
  }

  /** @throws where there is none, as an answer could not be given */
  collectionNamed(wanted: string): Collection {
    const found = this.collections.find(({ uuid }) => uuid === wanted);
    if (!found) throw new Error(`There is no collection ${wanted}.`);
    return found;
  }

  /** @throws where there is none */
  itemNamed(wanted: string): Item {
    const found = this.items.find(({ uuid }) => uuid === wanted);
    if (!found) throw new Error(`There is no item ${wanted}.`);
    return found;
  }
}

/** The account that is signed in. */
export function madeUser(given: Partial<session.CurrentUser> = {}): session.CurrentUser {
  const id = newUuid();
  return {
    id,
    username: 'ada',
    name: 'Ada',
    surname: 'Rossi',
    email: '',
    avatarUrl: null,
    roles: ['ROLE_ADMIN'],
    preferences: {},
    _links: { self: link(`/iam/jarvisUsers/${id}`), tenants: link('/iam/jarvisUsers/self/tenants') },
    ...given,
  };
}

/** The signed-in account as the calls on accounts answer it. */
export function madeTenantUser(self: session.CurrentUser, given: Partial<TenantUser> = {}): TenantUser {
  const { id, username, name, surname, email, avatarUrl, roles } = self;
  return {
    id,
    username,
    name,
    surname,
    email,
    avatarUrl,
    tenantName: 'default',
    tenantPermissions: [{ tenant: 'default', roles: [...roles] }],
    active: true,
    closed: false,
    lastSignInDate: CREATED,
    invitation: null,
    secondFactor: false,
    signOn: null,
    allowedActions: ['edit'],
    _links: { self: link(`/iam/jarvisUsers/${id}`) },
    ...given,
  };
}

/** How the signed-in account can sign in beside passkeys: with its password, in an organisation without providers. */
export const madeOwnSignOn = (given: Partial<OwnSignOn> = {}): OwnSignOn => ({
  hasPassword: true,
  bySignOn: false,
  providers: [],
  _links: { self: link('/iam/jarvisUsers/self/signOn') },
  ...given,
});

/** The organisation of the address. */
export function madeTenant(
  given: Partial<AnswerOf<typeof session.tenantInfo>> = {},
): AnswerOf<typeof session.tenantInfo> {
  return {
    id: 'default',
    name: 'default',
    displayName: 'Armarium',
    url: null,
    logoUrl: null,
    deploymentProfile: 'standard',
    sendsMail: false,
    userRights: 'all',
    language: null,
    _links: { self: link('/iam/tenants/info') },
    ...given,
  };
}

/** Answers what the shell asks for: who is signed in with which roles, and where. */
export function answerSession(answers: Answers, roles: readonly Role[] = ['ROLE_ADMIN']): void {
  answers.give(session.isLogged, { logged: true }, { headers: { 'Last-Event-ID': '1' } });
  answers.give(session.usersInfo, { name: 'default' });
  answers.give(getSignInOptions, { forgottenPassword: false, passkeys: false, signOn: [] });
  answers.give(getOwnSignOn, madeOwnSignOn());
  answers.give(listTokens, ({ query }) => ({ _embedded: { tokens: [] }, ...pageBlock(0, query) }));
  const self = madeUser({ roles: [...roles] });
  answers.give(session.getSelf, self);
  // A choice of language or colours is kept.
  answers.give(updateTenantUser, () => madeTenantUser(self));
  answers.give(session.tenantInfo, madeTenant());
  answers.give(getDownloadAgreement, { version: standardAgreement, own: null });
  answers.give(session.listOwnTenants, ({ query }) => ({
    _embedded: { tenants: [{ id: 'default', name: 'default', displayName: 'Armarium', url: null }] },
    ...pageBlock(1, query),
  }));
  answers.give(
    session.getPermissions,
    Object.fromEntries(capabilities.map((capability) => [capability, reachOf(capability, roles, 'all')])),
  );
  answers.allowedAtManagement = reachOf('manage', roles, 'all') ? 'GET, HEAD, OPTIONS' : 'OPTIONS';
}
