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
  for (const { name, value } of metadata) {
    const address = names.test(name) ? known.exec(String(value).trim())?.[1] : undefined;
    if (address !== undefined) return `http://${address}`;
  }
  return null;
}
