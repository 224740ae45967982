import { assetTypeOf, kindOf, type ContentType, type ListKind } from './content-types.ts';
import { isFetched, type FetchedList } from './file-address.ts';
import { noFiles, type ChosenFile, type ChosenFileList } from './file-list.ts';
import type { NewAsset } from './new-upload.ts';
import type { Failure } from './upload-record.ts';

/** The address from which a file of a list is fetched. It outlives the look at another type. */
export interface AddressEntry {
  typed: string;
  isFetching: boolean;
  /** Why the last one could not be fetched. */
  failure?: Failure | undefined;
  /** The name of the file that came last. */
  fetched?: string | undefined;
}

/** Everything that is chosen in the wizard's second step. Each type keeps its files while another is looked at. */
export interface ChosenFiles {
  type: ContentType;
  modelMode: 'zip' | 'separate';
  lists: Readonly<Record<ListKind, ChosenFileList>>;
  addresses: Readonly<Record<FetchedList, AddressEntry>>;
}

const noAddress: AddressEntry = { typed: '', isFetching: false };

export const nothingChosen: ChosenFiles = {
  type: 'image',
  modelMode: 'zip',
  lists: {
    image: noFiles,
    pdf: noFiles,
    audio: noFiles,
    video: noFiles,
    zip: noFiles,
    separate: noFiles,
  },
  addresses: { image: noAddress, pdf: noAddress },
};

/** The list of the chosen type. */
export function shownList({ type, modelMode }: Pick<ChosenFiles, 'type' | 'modelMode'>): ListKind {
  return type === 'model3D' ? modelMode : type;
}

/** Switching the mode clears the selected files (catalogue §2). */
export function withModelMode(content: ChosenFiles, modelMode: ChosenFiles['modelMode']): ChosenFiles {
  if (modelMode === content.modelMode) return content;
  return { ...content, modelMode, lists: { ...content.lists, zip: noFiles, separate: noFiles } };
}

export function withList(
  content: ChosenFiles,
  list: ListKind,
  change: (selection: ChosenFileList) => ChosenFileList,
): ChosenFiles {
  return { ...content, lists: { ...content.lists, [list]: change(content.lists[list]) } };
}

export function withAddress(
  content: ChosenFiles,
  list: FetchedList,
  change: Partial<AddressEntry>,
): ChosenFiles {
  const { addresses } = content;
  return { ...content, addresses: { ...addresses, [list]: { ...addresses[list], ...change } } };
}

/** The address that was typed for the chosen type. */
function typedAddress({ addresses, ...content }: ChosenFiles): AddressEntry | undefined {
  const list = shownList(content);
  const address = isFetched(list) ? addresses[list] : undefined;
  return address?.typed.trim() ? address : undefined;
}

/** An address of the chosen type that an upload would leave behind without a word: typed, or being fetched. */
export function openAddress(content: ChosenFiles): AddressEntry | undefined {
  return isAddressFailed(content) ? undefined : typedAddress(content);
}

/** Whether the file of the typed address could not be fetched. The other files can be uploaded without it. */
export function isAddressFailed(content: ChosenFiles): boolean {
  const address = typedAddress(content);
  return address?.failure !== undefined && !address.isFetching;
}

/** Whether closing would lose something. */
export function holdsAnything({ lists, addresses }: ChosenFiles): boolean {
  return (
    Object.values(lists).some(({ files }) => files.length > 0) ||
    Object.values(addresses).some(({ typed }) => typed.trim() !== '')
  );
}

export type ModelProblem = 'zip-required' | 'obj-required' | 'obj-several' | 'mtl-several' | 'image-several';

/** The files of a model that is sent in pieces, by what they are. */
export function modelFiles(files: readonly ChosenFile[]) {
  const of = (kind: string) => files.filter(({ name }) => kindOf('separate', name) === kind);
  return { objects: of('object'), materials: of('material'), textures: of('texture') };
}

/** What hinders a model; nothing while nobody has tried to choose a file. */
export function modelProblems(list: ListKind, { files, leftOut }: ChosenFileList): ModelProblem[] {
  const tried = files.length > 0 || Object.values(leftOut).some((names) => names.length > 0);
  if (!tried) return [];
  if (list === 'zip') return files.length === 0 ? ['zip-required'] : [];
  if (list !== 'separate') return [];
  const { objects, materials, textures } = modelFiles(files);
  return [
    ...(objects.length === 0 ? (['obj-required'] as const) : []),
    ...(objects.length > 1 ? (['obj-several'] as const) : []),
    ...(materials.length > 1 ? (['mtl-several'] as const) : []),
    ...(textures.length > 1 ? (['image-several'] as const) : []),
  ];
}

/** Whether the chosen type can be uploaded: at least one file of it, no address that waits, and nothing that hinders. */
export function canUpload(content: ChosenFiles): boolean {
  const list = shownList(content);
  const selection = content.lists[list];
  return (
    selection.files.length > 0 &&
    openAddress(content) === undefined &&
    modelProblems(list, selection).length === 0
  );
}

/** How many files of other types are chosen, or stand there by their address, which stay behind. */
export function filesLeftBehind(content: ChosenFiles): number {
  const shown = shownList(content);
  const chosen = Object.entries(content.lists).map(([list, { files }]) => ({ list, count: files.length }));
  const addressed = Object.entries(content.addresses).map(([list, { typed }]) => ({
    list,
    count: typed.trim() === '' ? 0 : 1,
  }));
  return [...chosen, ...addressed].reduce((sum, { list, count }) => (list === shown ? sum : sum + count), 0);
}

/** What is uploaded of the selection: the files of the chosen type, of PDFs the first. */
export function assetsOf(content: ChosenFiles): NewAsset[] {
  const list = shownList(content);
  const { files } = content.lists[list];
  if (list === 'separate') {
    const { objects, materials, textures } = modelFiles(files);
    const [object] = objects;
    if (object === undefined) return [];
    const beside = [...materials, ...textures];
    return [
      { ...assetOf(list, object), parts: beside.map((file) => ({ kind: kindOf(list, file.name), ...file })) },
    ];
  }
  const taken = list === 'pdf' ? files.slice(0, 1) : files;
  return taken.map((file) => assetOf(list, file));
}

function assetOf(list: ListKind, file: ChosenFile): NewAsset {
  return { assetType: assetTypeOf[list], kind: kindOf(list, file.name), ...file };
}
