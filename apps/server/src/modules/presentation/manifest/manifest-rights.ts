import type { MetadataEntry } from '@armarium/contract/metadata';

/** Fields in which organisations say under what terms a record may be used. */
const names = /^(rights|licen[cs]e|licenza|diritti)$/i;
/** The addresses that viewers know (Presentation 3.0 §3.2, rights). */
const known =
  /^https?:\/\/(creativecommons\.org\/(?:licenses|publicdomain)\/[^\s?#]+|rightsstatements\.org\/vocab\/[^\s?#]+)$/i;

/**
 * The licence or statement of rights of a record: the first value of such a field that is an address of Creative
 * Commons or RightsStatements.org, as these write it themselves (with `http`). Other texts stay among the metadata.
 */
export function rightsOf(metadata: readonly MetadataEntry[]): string | null {
  for (const value of rightsValues(metadata)) {
    const address = known.exec(value)?.[1];
    if (address !== undefined) return `http://${address}`;
  }
  return null;
}

/** Everything that a record says about its rights: texts and addresses, in its order. */
export function rightsValues(metadata: readonly MetadataEntry[]): string[] {
  return metadata
    .filter(({ name }) => names.test(name))
    .map(({ value }) => String(value).trim())
    .filter((value) => value !== '');
}
