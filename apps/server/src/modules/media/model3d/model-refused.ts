import { MediaRefused } from '../media-refused.ts';

/** Details for the text of a refusal. */
interface Details {
  'empty-file': Record<never, never>;
  'not-a-model': { seemsToBe: string };
  'not-a-material': { seemsToBe: string };
  'not-a-texture': Record<never, never>;
  'no-faces': Record<never, never>;
  'too-many-faces': { max: number };
  'too-much-memory': Record<never, never>;
  truncated: Record<never, never>;
  'unreadable-model': { place: string };
  'external-files': Record<never, never>;
  'unsupported-model': { needs: string };
  'zip-path': { name: string };
  'zip-link': { name: string };
  'zip-password': { name: string };
  'zip-entries': { entries: number; max: number };
  'zip-size': { name: string; max_bytes: number };
  'zip-bomb': { name: string };
  'zip-unreadable': { name: string };
  'zip-no-model': Record<never, never>;
  'zip-several-models': { names: string };
}

export type ModelRefusalCode = keyof Details;

type Words = { title: string; nextStep: string };

const copyAgain = 'Copy or export the file once more from where it came from and upload it again.';
const zipAnew =
  'Make the zip anew from a folder with the model, its material and its textures alone, and upload that.';
const simplify = 'Simplify the model in the program it was made with, and upload the simpler one.';
const gigabytes = (bytes: number): string =>
  (bytes / 2 ** 30).toLocaleString('en', { maximumFractionDigits: 1 });

const words: { [C in ModelRefusalCode]: (details: Details[C]) => Words } = {
  'empty-file': () => ({ title: 'The file is empty.', nextStep: copyAgain }),
  'not-a-model': ({ seemsToBe }) => ({
    title: `This is not a 3D model that can be taken in: it seems to be ${seemsToBe}.`,
    nextStep:
      'Export the model as OBJ (with its MTL and textures, or all of them in one zip) or as GLB, and upload that.',
  }),
  'not-a-material': ({ seemsToBe }) => ({
    title: `This is not a material file (.mtl): it seems to be ${seemsToBe}.`,
    nextStep: 'Look for the .mtl beside the model’s .obj and upload that.',
  }),
  'not-a-texture': () => ({
    title: 'This file can’t be read as a texture.',
    nextStep: 'Save the picture as PNG or JPEG and upload that.',
  }),
  'no-faces': () => ({
    title: 'The model has no surfaces: it holds points or lines alone.',
    nextStep:
      'Build the surface (the mesh) in the program that recorded the points, export it as OBJ and upload that.',
  }),
  'too-many-faces': ({ max }) => ({
    title: `The model has more than ${max.toLocaleString('en')} triangles, which is the limit.`,
    nextStep: simplify,
  }),
  'too-much-memory': () => ({
    title: 'The model is too large to be prepared: it needs more memory than is allowed.',
    nextStep: simplify,
  }),
  truncated: () => ({ title: 'The file is incomplete: its end is missing.', nextStep: copyAgain }),
  'unreadable-model': ({ place }) => ({
    title: `The file is damaged and can’t be read as a 3D model (${place}).`,
    nextStep: `Open it in a 3D program: if it opens there, export it anew as OBJ or GLB. If not: ${copyAgain.charAt(0).toLowerCase()}${copyAgain.slice(1)}`,
  }),
  'external-files': () => ({
    title: 'The GLB leads to other files instead of holding everything itself.',
    nextStep: 'Export it with everything embedded, as one GLB, and upload that.',
  }),
  'unsupported-model': ({ needs }) => ({
    title: `The model needs what can’t be read here: ${needs}.`,
    nextStep: 'Export it without that, as OBJ or as plain GLB, and upload that.',
  }),
  'zip-path': ({ name }) => ({
    title: `The zip names a place outside of itself: “${name}”.`,
    nextStep: zipAnew,
  }),
  'zip-link': ({ name }) => ({
    title: `The zip holds a link or a special file instead of a file: “${name}”.`,
    nextStep: zipAnew,
  }),
  'zip-password': ({ name }) => ({
    title: `The zip is protected by a password (“${name}”).`,
    nextStep: 'Make the zip anew without a password and upload that.',
  }),
  'zip-entries': ({ entries, max }) => ({
    title: `The zip holds ${entries.toLocaleString('en')} files, where ${max.toLocaleString('en')} are allowed.`,
    nextStep: zipAnew,
  }),
  'zip-size': ({ name, max_bytes }) => ({
    title: `“${name}” is too large when unpacked: ${gigabytes(max_bytes)} GiB are allowed.`,
    nextStep: simplify,
  }),
  'zip-bomb': ({ name }) => ({
    title: `“${name}” would swell far beyond its size when unpacked, as no model does.`,
    nextStep: zipAnew,
  }),
  'zip-unreadable': ({ name }) => ({
    title: `The zip is damaged or packed in an unusual way${name ? ` (“${name}”)` : ''}.`,
    nextStep: zipAnew,
  }),
  'zip-no-model': () => ({
    title: 'The zip holds no 3D model: no .obj and no .glb is in it.',
    nextStep: 'Add the model’s .obj (or .glb) to the zip and upload it again.',
  }),
  'zip-several-models': ({ names }) => ({
    title: `The zip holds several models: ${names}. A zip gives one.`,
    nextStep: 'Make a zip for each model, or join them into one in a 3D program, and upload that.',
  }),
};

/** No model can be made of the files. */
export class ModelRefused extends MediaRefused {
  static for<C extends ModelRefusalCode>(code: C, details: Details[C], technical?: string): ModelRefused {
    const text = words[code](details);
    return new ModelRefused({ code, ...text }, details, technical ?? text.title);
  }
}
