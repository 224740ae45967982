/** What our tests use of it; the types that the package has are not where its `exports` lead. */
declare module '@iiif/vault' {
  interface Reference {
    readonly id: string;
    readonly type: string;
  }
  interface Loaded {
    readonly items: readonly Reference[];
  }
  export class Vault {
    loadManifest(id: string, json: unknown): Promise<Loaded | undefined>;
    loadCollection(id: string, json: unknown): Promise<Loaded | undefined>;
    get(references: readonly Reference[]): unknown[];
  }
}
