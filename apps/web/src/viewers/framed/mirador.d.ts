/** What we use of it; the package brings no types. */
declare module 'mirador' {
  export interface MiradorViewer {
    readonly store: { getState(): unknown; subscribe(listener: () => void): () => void };
    unmount(): void;
  }
  const Mirador: { viewer(config: Readonly<Record<string, unknown>>): MiradorViewer };
  export default Mirador;
}
