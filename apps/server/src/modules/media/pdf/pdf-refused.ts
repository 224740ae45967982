import { damagedFile, MediaRefused } from '../media-refused.ts';

const copyAgain = 'Copy or export it once more from where it came from and upload it again.';

/** Why no images can be made of a PDF, for cataloguers. */
const causes = {
  'empty-file': { title: 'The file is empty.', nextStep: copyAgain },
  'not-a-pdf': {
    title: 'This is not a PDF.',
    nextStep: 'Choose the PDF itself, or upload the file as what it is.',
  },
  truncated: { title: 'The PDF is incomplete: its end is missing.', nextStep: copyAgain },
  unreadable: {
    title: 'The PDF is damaged and can’t be read.',
    nextStep: 'Open it in a PDF program: if it opens there, print or save it as a new PDF and upload that.',
  },
  'pdf-password': {
    title: 'The PDF is protected with a password.',
    nextStep: 'Save it without a password, and upload that.',
  },
  'pdf-protected': {
    title: 'The PDF is protected in a way that can’t be read here.',
    nextStep: 'Save it without protection, and upload that.',
  },
  'pdf-no-pages': {
    title: 'The PDF has no pages.',
    nextStep: 'Look whether it is the right file; export it once more from where it came from.',
  },
  'pdf-too-large': {
    title: 'The PDF is larger than can be opened at once.',
    nextStep: 'Split it into several files of at most 500 MB, and upload those.',
  },
  'too-many-pages': {
    title: 'The PDF has more pages than are allowed.',
    nextStep: 'Split it into several files of at most 1,000 pages, and upload those.',
  },
} as const;

/** @param technical the message of the library, for the log */
export function pdfRefused(code: keyof typeof causes, technical?: string): MediaRefused {
  return new MediaRefused({ ...damagedFile, code, ...causes[code] }, {}, technical);
}
