import type { MetadataEntry } from '@armarium/contract/metadata';

/** The first value of a field, as a text; empty where it has none. */
export const firstText = (metadata: readonly MetadataEntry[], name: string): string =>
  String(metadata.find((entry) => entry.name === name)?.value ?? '');
