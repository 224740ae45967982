/** What may be fetched by its address, with the extensions as the specification has them (catalogue §5). */
const allowed = {
  image: ['png', 'tiff', 'jpeg', 'gif', 'jpg'],
  pdf: ['pdf'],
} as const;

export type FetchedList = keyof typeof allowed;

export function isFetched(list: string): list is FetchedList {
  return Object.hasOwn(allowed, list);
}

export interface FileAddress {
  /** The last part of the path; empty while there is none. */
  name: string;
  error?: 'no-address' | 'wrong-extension';
}

/** Reads what was typed as the address of a file. */
export function readFileAddress(list: FetchedList, typed: string): FileAddress {
  const text = typed.trim();
  if (text === '') return { name: '' };
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return { name: '', error: 'no-address' };
  const name = decoded(new URL(text).pathname.split('/').at(-1) ?? '');
  if (name === '') return { name };
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const fits = (allowed[list] as readonly string[]).includes(extension);
  return fits ? { name } : { name, error: 'wrong-extension' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
