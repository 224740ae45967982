import { sql } from 'kysely';
import type { FieldProblem } from '@armarium/contract/problem';
import type { WriteTransaction } from '../../db/database.ts';
import { invalid } from '../../problem-error.ts';
import type { UploadKind } from './kinds.ts';

export interface UploadWanted {
  readonly uuid: string;
  /** The accepted kinds. */
  readonly kinds: readonly UploadKind[];
  /** The field that names the upload, for problems. */
  readonly field: string;
}

/**
 * Assigns uploads of the caller to a record, so that no other record can use them. Of two calls at the same
 * time the second finds them taken.
 * @returns the uploads, in the requested order
 * @throws ProblemError 422 naming each upload that is unknown, another's, taken, of another kind, or
 * requested twice
 */
export async function claimUploads(tx: WriteTransaction, wanted: readonly UploadWanted[]) {
  const claimed = await tx.db
    .updateTable('upload')
    .set({ claimed_at: sql`now()` })
    .where(sql<boolean>`uuid = any(${wanted.map(({ uuid }) => uuid)}::uuid[])`)
    // An upload belongs to its sender until a record claims it.
    .where('account_uuid', '=', tx.actor.accountUuid)
    .where('claimed_at', 'is', null)
    .returning(['uuid', 'kind', 'original_filename', 'sha256', 'pages'])
    .execute();
  const byUuid = new Map(claimed.map((upload) => [upload.uuid, upload]));
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  const found = wanted.flatMap(({ uuid: requestedUuid, kinds, field }) => {
    const uuid = requestedUuid.toLowerCase();
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
  // The transaction rolls the claims back.
  if (problems.length > 0) throw invalid(problems);
  return found;
}

export type ClaimedUpload = Awaited<ReturnType<typeof claimUploads>>[number];
