import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { accountQuery } from '../../../records/api/account.ts';
import { checksumOf } from '../api/checksum.ts';
import { findAssetPlace } from '../api/find-asset-place.ts';
import { findEmptyItem } from '../api/find-empty-item.ts';
import { findItemImports } from '../api/find-item-imports.ts';
import { importAsset } from '../api/import-asset.ts';
import { importItem } from '../api/import-item.ts';
import { listImportedAssets } from '../api/list-imported-assets.ts';
import { listUnclaimed } from '../api/list-unclaimed.ts';
import { retryAsset } from '../api/retry-asset.ts';
import { recordStorage } from './record-storage.ts';
import { tabPeers } from './tab-peers.ts';
import type { Peers } from './engine-parts.ts';
import { UploadEngine } from './upload-engine.ts';
import type { UploadStatus } from './upload-record.ts';
import { noUploads, type UploadsState } from './upload-state.ts';
import type { UploadEvent } from './upload-store.ts';

/** An item of which nothing runs any more: all its images are ready, or some failed. */
export interface FinishedItem {
  itemUuid: string;
  collectionUuid: string;
  /** The upload made the item, rather than adding to one. */
  isNew: boolean;
  status: UploadStatus;
}

const finishedListeners = new Set<(item: FinishedItem) => void>();
const engines = new Map<string, UploadEngine>();
let peers: Peers | undefined;
let current: UploadEngine | undefined;

/** Calls back, in every open tab, when an upload's item is finished. The answer stops it. */
export function onItemFinished(listener: (item: FinishedItem) => void): () => void {
  finishedListeners.add(listener);
  return () => finishedListeners.delete(listener);
}

/**
 * The uploads of an account in this page. One engine an account lives as long as the page, so that uploads
 * outlive the component that started them, and nobody sees another account's list.
 */
function engineOf(userId: string): UploadEngine {
  let engine = engines.get(userId);
  if (engine === undefined) {
    peers ??= tabPeers(crypto.getRandomValues(new Uint32Array(4)).join('-'));
    engine = new UploadEngine({
      api: {
        importItem,
        findItems: findItemImports,
        // The library that sends files comes with the first of them.
        storeFile: async (...file) => (await import('../api/store-file.ts')).storeFile(...file),
        checksumOf,
        listUnclaimed,
        importAsset,
        retryAsset,
        listAssets: listImportedAssets,
        findPlace: findAssetPlace,
        findEmptyItem,
      },
      storage: recordStorage(userId, { storage: localStorage, window }),
      clock: {
        now_ms: () => Date.now(),
        after: (delay_ms, callback) => {
          const timer = setTimeout(callback, delay_ms);
          return () => clearTimeout(timer);
        },
      },
      peers,
      newId,
    });
    engine.onEvent(tellOthers);
    engines.set(userId, engine);
    guardLeaving(engine);
  }
  return engine;
}

/** Unique among this browser's uploads. `crypto.randomUUID` is missing where a house serves plain http. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function tellOthers({ type, record }: UploadEvent): void {
  const { itemUuid, collectionUuid, target, status } = record;
  if (itemUuid === undefined || type !== 'finished') return;
  for (const listener of finishedListeners)
    listener({ itemUuid, collectionUuid, isNew: target === 'new', status });
}

/** The browser's own question before the page is left while files are being sent (catalogue §4). */
function guardLeaving(engine: UploadEngine): void {
  window.addEventListener('beforeunload', (event) => {
    if (engine.isSending()) event.preventDefault();
  });
  window.addEventListener('pagehide', (event) => {
    if (!event.persisted) engine.interruptSending();
  });
}

/** Whether this page sends files at the moment, which leaving it would cut off. */
export function isSendingFiles(): boolean {
  return current?.isSending() ?? false;
}

/** The server reported an import: the imports that are followed are polled at once. */
export function importsMoved(): void {
  current?.lookNow();
}

/** The account's engine, once the account is known; opens it and closes the one of an account before. */
export function useUploadEngine(): UploadEngine | undefined {
  const account = useQuery(accountQuery);
  const userId = account.data?.id;
  const engine = userId === undefined ? undefined : engineOf(userId);
  useEffect(() => {
    if (engine === undefined) return;
    if (current !== engine) current?.close();
    current = engine;
    void engine.open();
  }, [engine]);
  return engine;
}

const subscribeToNothing = () => () => undefined;

/** What the widget draws. */
export function useUploads(engine: UploadEngine | undefined): UploadsState {
  return useSyncExternalStore(
    engine?.subscribe ?? subscribeToNothing,
    engine?.getSnapshot ?? (() => noUploads),
  );
}
