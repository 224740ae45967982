/** What we use of it; its own types ask for those of three.js. */
declare module '@google/model-viewer' {
  export class ModelViewerElement extends HTMLElement {
    static meshoptDecoderLocation: string;
    src: string | null;
    alt: string | null;
    poster: string | null;
    a11y: string | null;
    cameraOrbit: string;
    cameraTarget: string;
    fieldOfView: string;
    getCameraOrbit(): { theta: number; phi: number; radius: number };
    getCameraTarget(): { x: number; y: number; z: number };
    getFieldOfView(): number;
    zoom(steps: number): void;
  }
}
