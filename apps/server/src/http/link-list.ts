import { invalid } from '../problem-error.ts';

/**
 * The uuids in a list of self links of records; a uuid alone is taken as well.
 * @param path of the records, such as `/meta/images`
 * @param name of the list in the body; empty where the body is the list
 * @param message what is said of a line that is neither
 * @throws ProblemError 422 naming these lines
 */
export function uuidsOfLinks(
  links: readonly string[],
  { path, name, message }: { readonly path: string; readonly name: string; readonly message: string },
): string[] {
  const form = new RegExp(`^(?:.*${path}/)?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/?$`, 'i');
  const uuids = links.map((link) => form.exec(link)?.[1]?.toLowerCase());
  const wrong = uuids.flatMap((uuid, index) => (uuid === undefined ? [index] : []));
  if (wrong.length === 0) return uuids.flatMap((uuid) => uuid ?? []);
  throw invalid(wrong.map((index) => ({ name: `${name}[${index}]`, code: 'not-a-link', message })));
}
