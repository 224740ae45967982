import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { uploadSpreadsheet } from '@armarium/contract/spreadsheets';
import { jsonb } from '../../db/database.ts';
import { plainFilename, receiveFilePart } from '../../http/file-part.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { fieldTemplates } from '../records/public.ts';
import type { MediaParts } from '../media/public.ts';
import { FileRefused } from './reading/file-refused.ts';
import { formatOf } from './reading/sheet-file.ts';
import { spreadsheetOf } from './spreadsheet.queries.ts';
import { spreadsheetView } from './spreadsheet-views.ts';
import { refused, understood } from './understood-spreadsheet.ts';

const MEBIBYTE = 1024 * 1024;
const FILE_MAX_MEBIBYTES = 256;

const keyOf = (tenantId: number, uuid: string) =>
  `tenants/${tenantId}/spreadsheets/${uuid.slice(-2)}/${uuid}`;

/** Stores a file, with a guess of its content. */
export function uploadSpreadsheetOperation({ storage, limits }: MediaParts): Implementation {
  return implement(uploadSpreadsheet, ({ request, data, actor, origin, log }) =>
    receiveFilePart(
      request,
      async ({ filename, file }) => {
        const uuid = uuidv7();
        const key = keyOf(data.tenantId, uuid);
        const staging = await storage.stage();
        try {
          const path = join(staging.path, 'spreadsheet');
          const stored = await storage.receive(path, file);
          if (file.truncated) throw new FileRefused('too-large', { most: String(FILE_MAX_MEBIBYTES) });
          await storage.adopt(path, key);
          const format = await formatOf({ storage, key });
          const templates = await data.read((db) => fieldTemplates(db, 'ITEM'));
          const read = await understood(templates, { storage, key, format });
          return await data.write('upload-spreadsheet', async ({ db, tenantId }) => {
            await db
              .insertInto('spreadsheet')
              .values({
                tenant_id: tenantId,
                uuid,
                account_uuid: actor.accountUuid,
                account_name: actor.displayName,
                filename: plainFilename(filename, 'spreadsheet'),
                format,
                storage_key: key,
                size_bytes: stored.size_bytes,
                sha256: stored.sha256,
                reading: jsonb(read.reading),
                outline: jsonb(read.outline),
                mapping: jsonb(read.mapping),
              })
              .execute();
            return spreadsheetView(db, await spreadsheetOf(db, uuid), origin);
          });
        } catch (error) {
          // A file without a row does no harm, but should not stay.
          await storage.remove(key).catch((failure: unknown) => {
            log.error({ err: failure }, 'a refused spreadsheet could not be removed');
          });
          throw refused(error);
        } finally {
          await staging.remove().catch((failure: unknown) => {
            log.error({ err: failure }, 'a stage could not be removed');
          });
        }
      },
      Math.min(limits.uploadMax_bytes, FILE_MAX_MEBIBYTES * MEBIBYTE),
    ),
  );
}
