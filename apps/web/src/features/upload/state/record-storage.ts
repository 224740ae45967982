import type { RecordStorage, StoredChange } from './engine-parts.ts';
import { parseRecord } from './kept-record.ts';
import type { UploadRecord } from './upload-record.ts';

/** What the storage needs of a `Storage` and of the window that reports other tabs' changes. */
export interface BrowserStorage {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Keeps the records of one account in the browser's storage, which is the tenant's by its origin. Each record
 * has an entry of its own: two tabs never write the same entry because of different records, so neither can
 * lose what the other wrote.
 */
export function recordStorage(userId: string, { storage, window }: BrowserStorage): RecordStorage {
  const prefix = `armarium.upload.${userId}.`;
  const idOf = (key: string) => key.slice(prefix.length);

  return {
    load() {
      const records: UploadRecord[] = [];
      try {
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
        for (const key of keys) {
          if (!key?.startsWith(prefix)) continue;
          const record = parseRecord(storage.getItem(key) ?? '');
          if (record?.itemUploadId === idOf(key)) records.push(record);
          else storage.removeItem(key);
        }
      } catch {
        // Storage is forbidden here: uploads work, and are forgotten with the page.
      }
      return records;
    },

    save(record) {
      try {
        storage.setItem(prefix + record.itemUploadId, JSON.stringify(record));
      } catch {
        // Forbidden or full: as above.
      }
    },

    remove(itemUploadId) {
      try {
        storage.removeItem(prefix + itemUploadId);
      } catch {
        // Forbidden: nothing was kept either.
      }
    },

    onChange(listener) {
      const hear = (event: StorageEvent) => {
        const change = changeOf(event, prefix);
        if (change) listener(change);
      };
      window.addEventListener('storage', hear);
      return () => window.removeEventListener('storage', hear);
    },
  };
}

function changeOf(event: StorageEvent, prefix: string): StoredChange | undefined {
  if (!event.key?.startsWith(prefix)) return undefined;
  if (event.newValue === null) return { removed: event.key.slice(prefix.length) };
  const record = parseRecord(event.newValue);
  return record && { saved: record };
}
