/** One image, recording or model, as the server wrote it into the page. */
export interface ShownMedium {
  readonly uuid: string;
  readonly label: string;
}

export interface ShownCaptions {
  readonly uuid: string;
  /** As BCP 47 writes it. */
  readonly language: string;
  readonly label: string;
}

export interface ShownRecording extends ShownMedium {
  readonly duration_s: number | null;
  /** Whether there is a wave to draw: a video may be silent. */
  readonly hasPeaks: boolean;
  readonly captions: readonly ShownCaptions[];
}

/**
 * What stands in addresses for a uuid of the page's record: behind it the token of a share link, where the page was
 * opened by one, since a frame on another site has no session (docs/viewers.md).
 */
export function identifierOf(uuid: string): string {
  return `${uuid}${readShown<{ suffix?: string }>().suffix ?? ''}`;
}

let shown: unknown;

/** What a page shows: data that stands in it, so that it makes no request and needs no session. It is parsed once. */
export function readShown<Shown>(): Shown {
  if (shown === undefined) {
    const text = document.getElementById('shown')?.textContent;
    if (!text) throw new Error('The page came without what it shows.');
    shown = JSON.parse(text);
  }
  return shown as Shown;
}
