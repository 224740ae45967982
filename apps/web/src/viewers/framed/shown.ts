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

/** What a page shows: data that stands in it, so that it asks nobody and needs no session. */
export function readShown<Shown>(): Shown {
  const text = document.getElementById('shown')?.textContent;
  if (!text) throw new Error('The page came without what it shows.');
  return JSON.parse(text) as Shown;
}
