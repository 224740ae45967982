/** What we use of it; the package brings no types. */
declare module 'mirador' {
  import type { Viewer } from 'openseadragon';

  export interface MiradorState {
    /** By their ids, with the canvases that each shows now. */
    readonly windows?: Readonly<Record<string, { readonly visibleCanvases?: readonly string[] }>>;
  }
  export interface MiradorViewer {
    readonly store: { getState(): MiradorState; subscribe(listener: () => void): () => void };
    unmount(): void;
  }
  const Mirador: { viewer(config: Readonly<Record<string, unknown>>): MiradorViewer };
  export default Mirador;
  /** The deep zoom of a window, once there is one. */
  export const OSDReferences: {
    get(windowId: string): { readonly current: Viewer | null | undefined } | undefined;
  };
}
