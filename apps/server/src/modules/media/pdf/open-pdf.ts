import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PDFiumDocument } from '@hyzyla/pdfium';
import { pdfRefused } from './pdf-refused.ts';

/** The library holds the whole file beside a page's pixels in its memory, which is limited to 2 GiB. */
const maxPdf_bytes = 500e6;
/** Other bytes, such as those of a mail, may be before and after a PDF: programs search this far. */
const searched_bytes = 16_384;

/**
 * Opens a PDF during the work. The library is loaded here, and again for each file, so that no file affects
 * the next.
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
      const message = error instanceof Error ? error.message : String(error);
      if (/password/i.test(message)) throw pdfRefused('pdf-password', message);
      if (/security/i.test(message)) throw pdfRefused('pdf-protected', message);
      throw pdfRefused('unreadable', message);
    });
    return await work(pdf);
  } catch (error) {
    // Errors of the compiled library are the fault of the file: forbidden memory, endless recursion.
    if (error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name)) {
      throw pdfRefused('unreadable', error.message);
    }
    throw error;
  } finally {
    try {
      library.destroy();
    } catch {
      // After a crash of the library closing fails too, and must not hide the cause. Its memory is released
      // with it.
    }
  }
}
