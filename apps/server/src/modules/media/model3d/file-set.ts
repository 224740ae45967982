/** One of the files that a model may be made of. */
export interface ModelFile {
  /** The name as sent, or the path within the zip, with `/` between folders. */
  readonly name: string;
  readonly size_bytes: number;
  /** Its path on this machine; a file of a zip is unpacked at the first call. */
  path(): Promise<string>;
}

export interface Found {
  readonly file: ModelFile;
  /** Found by its name alone: the reference has other folders, other case, or a path of another machine. */
  readonly isRepaired: boolean;
}

/**
 * The files of a model. References can reach only these: they are looked up by name, never opened as paths,
 * so `../../etc/passwd` finds a file `passwd` of the zip or nothing.
 */
export class FileSet {
  readonly #byPath = new Map<string, ModelFile>();
  readonly #byFoldedPath = new Map<string, ModelFile>();
  readonly #byBase = new Map<string, ModelFile>();

  readonly files: readonly ModelFile[];

  constructor(files: readonly ModelFile[]) {
    this.files = files;
    for (const file of files) {
      const path = pathOf(file.name);
      // Where two files differ in case alone, a reference in another case finds the first one.
      if (!this.#byPath.has(path)) this.#byPath.set(path, file);
      if (!this.#byFoldedPath.has(fold(path))) this.#byFoldedPath.set(fold(path), file);
      if (!this.#byBase.has(fold(baseName(path)))) this.#byBase.set(fold(baseName(path)), file);
    }
  }

  /**
   * @param reference as a model or a material has it: relative, absolute, or with a drive and backslashes
   * @param from the file with the reference
   */
  find(reference: string, from: ModelFile): Found | null {
    const path = pathOf(`${folderOf(from.name)}${reference.replaceAll('\\', '/')}`);
    const exact = this.#byPath.get(path);
    if (exact) return { file: exact, isRepaired: false };
    const near = this.#byFoldedPath.get(fold(path)) ?? this.#byBase.get(fold(baseName(reference)));
    return near ? { file: near, isRepaired: true } : null;
  }
}

/** The last segment of a path of any system. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).pop() ?? '';
}

const fold = (name: string): string => name.normalize('NFC').toLowerCase();
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

/** Without `.` and `..`; a path that would leave the set ends at its root. */
function pathOf(name: string): string {
  const parts: string[] = [];
  for (const part of name.normalize('NFC').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
