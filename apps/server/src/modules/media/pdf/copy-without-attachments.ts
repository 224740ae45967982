import { readFile, writeFile } from 'node:fs/promises';
import type * as pdfLibrary from '@cantoo/pdf-lib';
import type { PDFDict, PDFDocument, PDFObject } from '@cantoo/pdf-lib';
import { withPdf } from './open-pdf.ts';
import { pdfRefused } from './pdf-refused.ts';

type Library = typeof pdfLibrary;

/**
 * Writes a copy of a PDF without the files that are attached to it: those of the document (`/EmbeddedFiles`), those that
 * belong to parts of it (`/AF`), and those of annotations, sounds and 3D models as well. What programs keep for
 * themselves (`/PieceInfo`, often the whole drawing that the page was made of) and XFA forms go too; the fields of a
 * form stay as the pages show them. Only what the pages, the outline and the other parts of the document lead to is
 * copied, so that nothing that an earlier edit removed stays in the file. The copy has neither protection nor signatures
 * that hold. Copies of the same file have the same bytes.
 * @param source a PDF that opens without a password
 * @param into the path of the copy; a file there is replaced
 * @param pages the number of its pages
 * @throws MediaRefused where the PDF can't be read, or the copy has not all of its pages
 */
export async function copyWithoutAttachments(source: string, into: string, pages: number): Promise<void> {
  // Only the process that makes copies needs it.
  const library = await import('@cantoo/pdf-lib');
  const file = await readFile(source);
  const bytes = await withoutAttachments(library, file).catch((error: unknown) => {
    throw pdfRefused('unreadable', error instanceof Error ? error.message : String(error));
  });
  await writeFile(into, bytes);
  const copied = await withPdf(into, (pdf) => Promise.resolve(pdf.getPageCount()));
  if (copied !== pages) throw pdfRefused('unreadable', `the copy has ${copied} of ${pages} pages`);
}

async function withoutAttachments(library: Library, file: Uint8Array): Promise<Uint8Array> {
  const pdf = await library.PDFDocument.load(file, {
    updateMetadata: false,
    parseSpeed: library.ParseSpeeds.Fastest,
    password: '',
  });
  removeAttachments(library, pdf);
  return pdf.save({ addDefaultPage: false, updateFieldAppearances: false });
}

/** The names by which a file specification tells the name of its file, and `/EF` its bytes. */
const fileNames = ['F', 'UF', 'DOS', 'Mac', 'Unix'];
/** What annotations, actions and references hold beside their appearance, by their type. */
const heldFiles: Readonly<Record<string, readonly string[]>> = {
  // A structure or a reply may lead to one that stands on no page any more.
  FileAttachment: ['FS'],
  Sound: ['Sound'],
  RichMedia: ['RichMediaContent', 'RichMediaSettings'],
  '3D': ['3DD'],
  '3DRef': ['3DD'],
};

/** Goes through all that the document leads to, takes the attachments out, and removes every other object. */
function removeAttachments(library: Library, { context, catalog }: PDFDocument): void {
  const { PDFArray, PDFDict, PDFName, PDFRef, PDFStream, PDFString, PDFHexString } = library;
  const at = (dict: PDFDict, name: string) => dict.lookup(PDFName.of(name));
  const isNamed = (dict: PDFDict, name: string, ...values: string[]) =>
    values.some((value) => at(dict, name) === PDFName.of(value));
  const isText = (object: PDFObject | undefined) =>
    object instanceof PDFString || object instanceof PDFHexString;
  const isStream = (object: PDFObject | undefined) =>
    (object instanceof PDFRef ? context.lookup(object) : object) instanceof PDFStream;
  /** Whether `/EF` holds files. Among resources it may be the name of a font or of a colour space. */
  const holdsFiles = (dict: PDFDict) => {
    const files = at(dict, 'EF');
    if (!(files instanceof PDFDict)) return false;
    const all = files.values();
    return fileNames.some((name) => isStream(at(files, name))) || (all.length > 0 && all.every(isStream));
  };
  // The type may be left out. Resources may have any name, those of a file specification too, but no text.
  const isFile = (object: PDFObject | undefined): object is PDFDict =>
    object instanceof PDFDict &&
    (isNamed(object, 'Type', 'Filespec', 'FileSpec', 'F') ||
      fileNames.some((name) => isText(at(object, name))) ||
      holdsFiles(object));
  const isAttached = (object: PDFObject | undefined) =>
    object instanceof PDFDict && isNamed(object, 'Subtype', 'FileAttachment', 'Sound');
  const isAttachment = (object: PDFObject | undefined): boolean =>
    isAttached(object) ||
    // The window of its text.
    (object instanceof PDFDict && isNamed(object, 'Subtype', 'Popup') && isAttached(at(object, 'Parent')));
  const isLeftOut = (object: PDFObject | undefined) =>
    object instanceof PDFStream && isNamed(object.dict, 'Type', 'EmbeddedFile');
  const held = new Map<PDFObject | undefined, readonly string[]>(
    Object.entries(heldFiles).map(([type, names]) => [PDFName.of(type), names]),
  );
  const remove = (dict: PDFDict, ...names: string[]) => {
    for (const name of names) dict.delete(PDFName.of(name));
  };

  // All pages may share one array of annotations.
  const cleaned = new Set<PDFObject>();
  const cleanAnnotations = (dict: PDFDict) => {
    const annotations = at(dict, 'Annots');
    if (!(annotations instanceof PDFArray) || cleaned.has(annotations)) return;
    cleaned.add(annotations);
    const all = annotations.asArray();
    const kept = all.filter((one) => !isAttachment(one instanceof PDFRef ? context.lookup(one) : one));
    if (kept.length === all.length) return;
    // Taking them out one by one would move all that follow each time.
    const rest = PDFArray.withContext(context);
    for (const one of kept) rest.push(one);
    cleaned.add(rest);
    const name = PDFName.of('Annots');
    const place = dict.get(name);
    if (place instanceof PDFRef) context.assign(place, rest);
    else dict.set(name, rest);
  };

  const clean = (dict: PDFDict) => {
    if (isFile(dict)) remove(dict, 'EF', 'RF');
    for (const kind of ['Type', 'Subtype', 'S']) remove(dict, ...(held.get(at(dict, kind)) ?? []));
    remove(dict, 'PieceInfo');
    const files = at(dict, 'AF');
    if (isFile(files) || (files instanceof PDFArray && (files.size() === 0 || isFile(files.lookup(0)))))
      remove(dict, 'AF');
    cleanAnnotations(dict);
  };

  const names = at(catalog, 'Names');
  if (names instanceof PDFDict) remove(names, 'EmbeddedFiles', 'XFAResources', 'XFAImages');
  // How a portfolio lists its files.
  remove(catalog, 'Collection');
  const form = at(catalog, 'AcroForm');
  if (form instanceof PDFDict) remove(form, 'XFA');
  // Says that the pages are drawn from the XFA form alone.
  remove(catalog, 'NeedsRendering');
  const reached = new Set<PDFObject>();
  // A list instead of a recursion: an outline may be a chain of thousands of objects.
  const waiting: (PDFObject | undefined)[] = [context.trailerInfo.Root, context.trailerInfo.Info];
  while (waiting.length > 0) {
    const object = waiting.pop();
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue;
      const found = context.lookup(object);
      // A reference to what is not there counts as nothing (ISO 32000-2, 7.3.10).
      if (isLeftOut(found)) continue;
      reached.add(object);
      waiting.push(found);
    } else if (object instanceof PDFArray) {
      for (const one of object.asArray()) waiting.push(one);
    } else {
      const dict = object instanceof PDFStream ? object.dict : object;
      if (!(dict instanceof PDFDict)) continue;
      clean(dict);
      for (const one of dict.values()) waiting.push(one);
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}
