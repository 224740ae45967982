import { sql } from 'kysely';
import type { RecordType } from '@armarium/contract/record-types';
import type { TenantQueries } from '../../db/database.ts';
import { recordKinds } from './kinds.ts';

export interface StandingRecord {
  readonly resourceType: RecordType;
  readonly createdBy: string | null;
}

/**
 * Finds a record of any kind in the catalogue by its uuid. One statement. @returns undefined where there is
 * none
 */
export async function standingRecord(db: TenantQueries, uuid: string): Promise<StandingRecord | undefined> {
  const ofKinds = recordKinds().map(({ table, owner, resourceType }) => {
    const ownerStands = owner
      ? sql`and exists (select from ${sql.table(owner.table)} owner
          where owner.uuid = ${sql.ref(`record.${owner.column}`)} and owner.trashed_at is null)`
      : sql``;
    return sql`
      select ${resourceType}::text as "resourceType", created_by as "createdBy" from ${sql.table(table)} record
      where uuid = ${uuid}::uuid and trashed_at is null ${ownerStands}`;
  });
  const { rows } = await sql<StandingRecord>`${sql.join(ofKinds, sql` union all `)}`.execute(db);
  return rows[0];
}
