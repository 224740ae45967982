import { sql } from 'kysely';
import type { FieldProblem } from '@armarium/contract/problem';
import type { WriteTransaction } from '../../db/database.ts';
import { invalid } from '../../problem-error.ts';
import type { UploadKind } from './kinds.ts';

export interface UploadWanted {
  readonly uuid: string;
  /** What it may have been sent as. */
  readonly kinds: readonly UploadKind[];
  /** Where the caller named it, for telling what is wrong with it. */
  readonly field: string;
}

/**
 * Makes uploads of the caller's a record's, so that no other can have them. Of two at once the second finds them taken.
 * @returns them in the order in which they are wanted
 * @throws ProblemError 422 naming each that is unknown, another's, taken, of another kind, or wanted twice
 */
export async function claimUploads(tx: WriteTransaction, wanted: readonly UploadWanted[]) {
  const claimed = await tx.db
    .updateTable('upload')
    .set({ claimed_at: sql`now()` })
    .where(sql<boolean>`uuid = any(${wanted.map(({ uuid }) => uuid)}::uuid[])`)
    // An upload is its sender's until a record has it.
    .where('account_uuid', '=', tx.actor.accountUuid)
    .where('claimed_at', 'is', null)
    .returning(['uuid', 'kind', 'original_filename', 'sha256', 'pages'])
    .execute();
  const byUuid = new Map(claimed.map((upload) => [upload.uuid, upload]));
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  const found = wanted.flatMap(({ uuid: told, kinds, field }) => {
    const uuid = told.toLowerCase();
    const upload = byUuid.get(uuid);
    const refuse = (code: string, message: string) => problems.push({ name: field, code, message });
    if (!upload) {
      refuse(
        'unknown-upload',
        'This file was not uploaded by you, or it belongs to a record already. Upload it again.',
      );
    } else if (!kinds.some((kind) => kind === upload.kind)) {
      refuse('other-kind', `This file was uploaded as ${upload.kind}, where ${kinds.join(' or ')} is taken.`);
    } else if (seen.has(uuid)) refuse('duplicate', 'This file stands in the list twice.');
    seen.add(uuid);
    return upload ?? [];
  });
  // What was claimed goes back with the transaction.
  if (problems.length > 0) throw invalid(problems);
  return found;
}

export type ClaimedUpload = Awaited<ReturnType<typeof claimUploads>>[number];
