import type { FileToImport } from '@armarium/contract/imports';
import type { FieldProblem } from '@armarium/contract/problem';
import { plainFilename } from '../../http/file-part.ts';
import { invalid } from '../../problem-error.ts';
import type { ClaimedUpload, UploadWanted } from './claim-uploads.ts';

type PartRole = 'material' | 'texture';

/** A file that accompanies a model, by the link from the answer to its upload. */
export interface SentPart extends UploadWanted {
  readonly role: PartRole;
  /** Its name in the model, where that differs from the file name. */
  readonly name: string | undefined;
}

/** The same part after its upload was claimed. */
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
 * The material and the texture of a call (`materialLink`, `textureLink`, `textureOriginalName`).
 * @param path the path of the model in the body
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

/** The problem where the link to the model leads to another upload than the imported one. */
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

/** The parts with their names, after their uploads were claimed. */
export function namedParts(parts: readonly SentPart[], claimed: readonly ClaimedUpload[]): NamedPart[] {
  return parts.map(({ role, uuid, name }) => {
    const filename = claimed.find((upload) => upload.uuid === uuid)?.original_filename ?? role;
    return { role, upload: uuid, name: plainFilename(name?.trim() ? name : undefined, filename) };
  });
}
