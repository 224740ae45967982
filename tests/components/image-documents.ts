/** A tile of any place and size; what follows `#` is the address of the tile. */
const TILE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='256' height='256'%3E%3Crect width='256' height='256' fill='%23b9a27c'/%3E%3C/svg%3E#";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The documents of images (`info.json`) that a test gives deep zoom, which asks for them in a way of its own. */
export class ImageDocuments {
  readonly sizes = new Map<string, Size>();
  /** They can't be had at the moment. */
  areLost = false;
  readonly #before = window.XMLHttpRequest;

  constructor() {
    window.XMLHttpRequest = requestOf((address) => this.#at(address));
  }

  #at(address: string): string | undefined {
    const uuid = /\/iiif\/3\/([^/]+)\/info\.json$/.exec(address)?.[1] ?? '';
    const size = this.areLost ? undefined : this.sizes.get(uuid);
    return (
      size &&
      JSON.stringify({
        '@context': 'http://iiif.io/api/image/3/context.json',
        id: TILE,
        type: 'ImageService3',
        protocol: 'http://iiif.io/api/image',
        profile: 'level2',
        ...size,
        tiles: [{ width: 256, scaleFactors: [1, 2, 4, 8] }],
      })
    );
  }

  close(): void {
    window.XMLHttpRequest = this.#before;
  }
}

/** As much of a request as deep zoom uses. @param answer the text at an address; undefined: there is none */
function requestOf(answer: (address: string) => string | undefined): typeof XMLHttpRequest {
  class Request {
    onreadystatechange: (() => void) | null = null;
    readyState = 0;
    status = 0;
    statusText = '';
    responseText = '';
    response: unknown = null;
    responseType = '';
    #address = '';

    open(_method: string, address: string): void {
      this.#address = address;
    }
    setRequestHeader(): void {}
    abort(): void {}
    getResponseHeader(): null {
      return null;
    }
    send(): void {
      setTimeout(() => {
        const text = answer(this.#address);
        Object.assign(this, {
          readyState: 4,
          status: text === undefined ? 404 : 200,
          responseText: text ?? '',
          response: text ?? '',
        });
        this.onreadystatechange?.();
      });
    }
  }
  return Request as unknown as typeof XMLHttpRequest;
}
