import type { FileToImport } from '@armarium/contract/imports';
import type { FieldProblem } from '@armarium/contract/problem';
import type { WriteTransaction } from '../../db/database.ts';
import { plainFilename } from '../../http/file-part.ts';
import { invalid } from '../../problem-error.ts';
import type { ClaimedUpload, UploadWanted } from './claim-uploads.ts';

type PartRole = 'material' | 'texture';

/** A file that is sent beside a model, by the link that its upload answered. */
export interface SentPart extends UploadWanted {
  readonly role: PartRole;
  /** What the model calls it, where that is another name than the file's own. */
  readonly name: string | undefined;
}

/** The same once its upload is the model's. */
export interface NamedPart {
  readonly role: PartRole;
  readonly upload: string;
  readonly name: string;
}

type Words = Readonly<Partial<Record<string, unknown>>>;

const linked = /^(?:.*\/ccc\/uploads\/)?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/?$/i;
const uploadOf = (link: unknown) =>
  typeof link === 'string' ? linked.exec(link.trim())?.[1]?.toLowerCase() : undefined;

/**
 * The material and the texture that a call names (`materialLink`, `textureLink`, `textureOriginalName`).
 * @param path the place of the model in the body
 * @throws ProblemError 422 where a link leads to no upload
 */
export function partsSent(file: object, path: string): SentPart[] {
  const words = file as Words;
  return (['material', 'texture'] as const).flatMap((role) => {
    const field = `${path}${role}Link`;
    const link = words[`${role}Link`];
    if (link === undefined || link === '') return [];
    const uuid = uploadOf(link);
    if (uuid === undefined) {
      throw invalid([{ name: field, code: 'not-a-link', message: 'This is no link to an uploaded file.' }]);
    }
    const name = words[`${role}OriginalName`];
    return { role, uuid, kinds: [role], field, name: typeof name === 'string' ? name : undefined };
  });
}

/** Where the link to the model leads to another upload than the one that is imported. */
export function otherMainFile(file: FileToImport, path: string): FieldProblem[] {
  return (['zipLink', 'objectLink'] as const)
    .filter((name) => {
      const uuid = uploadOf((file as Words)[name]);
      return uuid !== undefined && uuid !== file.uuid.toLowerCase();
    })
    .map((name) => ({
      name: `${path}${name}`,
      code: 'disagrees',
      message: 'It leads to another upload than the one that uuid names.',
    }));
}

/** The parts with their names, once their uploads are claimed. */
export function namedParts(parts: readonly SentPart[], claimed: readonly ClaimedUpload[]): NamedPart[] {
  return parts.map(({ role, uuid, name }) => {
    const filename = claimed.find((upload) => upload.uuid === uuid)?.original_filename ?? role;
    return { role, upload: uuid, name: plainFilename(name?.trim() ? name : undefined, filename) };
  });
}

/** Rows of `asset_part`. */
export function partRows(
  { tenantId }: WriteTransaction,
  version: { asset: string; number: number },
  parts: readonly NamedPart[],
) {
  return parts.map(({ role, upload, name }) => ({
    tenant_id: tenantId,
    asset_uuid: version.asset,
    version_number: version.number,
    role,
    upload_uuid: upload,
    name,
  }));
}
