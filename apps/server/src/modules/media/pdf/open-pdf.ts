import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PDFiumDocument } from '@hyzyla/pdfium';
import { pdfRefused } from './pdf-refused.ts';

/** The library holds the whole file in its memory, of which it has 2 GiB at most, beside a page's pixels. */
const maxPdf_bytes = 500e6;
/** A PDF may begin and end with other bytes, such as those of a mail: programs look as far as this. */
const searched_bytes = 16_384;

/**
 * Opens a PDF for as long as the work takes. The library is loaded here, and anew for each file, so that none leaves
 * anything behind for the next.
 * @throws MediaRefused where it is none, or can't be opened
 */
export async function withPdf<T>(path: string, work: (pdf: PDFiumDocument) => Promise<T>): Promise<T> {
  const { size } = await stat(path);
  if (size === 0) throw pdfRefused('empty-file');
  if (size > maxPdf_bytes) throw pdfRefused('pdf-too-large', `${size} bytes`);
  const bytes = await readFile(path);
  if (!bytes.subarray(0, searched_bytes).includes('%PDF-')) throw pdfRefused('not-a-pdf');
  if (!bytes.subarray(-searched_bytes).includes('%%EOF')) throw pdfRefused('truncated');
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const wasm = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
  const library = await PDFiumLibrary.init({
    wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength),
  });
  try {
    const pdf = await library.loadDocument(bytes).catch((error: unknown) => {
      const said = error instanceof Error ? error.message : String(error);
      if (/password/i.test(said)) throw pdfRefused('pdf-password', said);
      if (/security/i.test(said)) throw pdfRefused('pdf-protected', said);
      throw pdfRefused('unreadable', said);
    });
    return await work(pdf);
  } catch (error) {
    // What the compiled library stumbles over is the file's fault: memory that it may not touch, no end of a loop.
    if (error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name)) {
      throw pdfRefused('unreadable', error.message);
    }
    throw error;
  } finally {
    try {
      library.destroy();
    } catch {
      // What a file brought down can't be tidied up either, and must not hide why; its memory is let go with it.
    }
  }
}
