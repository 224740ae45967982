import { make } from './elements.ts';
import { identifierOf, type ShownCaptions } from './shown.ts';

/**
 * The captions of a recording, as tracks of the browser's: over a video it draws them itself, under a sound, which has
 * no picture, they stand in `text`.
 * @param label of the choice, in which `off` is the first
 */
export function captionChoice(medium: HTMLMediaElement, { label, off }: { label: string; off: string }) {
  const element = make('select', { class: 'choice', 'aria-label': label, 'aria-keyshortcuts': 'c' });
  const text = make('div', { class: 'cues' });
  const isDrawn = medium instanceof HTMLVideoElement;

  /** Those of a file; the language that was chosen stays so, where there is one of it. */
  function offer(captions: readonly ShownCaptions[]): void {
    const { lang } = element.selectedOptions[0] ?? element;
    for (const track of medium.querySelectorAll('track')) track.remove();
    element.replaceChildren(make('option', { value: '' }, off));
    for (const { uuid, language, label: name } of captions) {
      element.append(make('option', { value: uuid, lang: language }, name));
      const source = `/media/${identifierOf(uuid)}/captions`;
      const track = make('track', {
        id: uuid,
        kind: 'captions',
        src: source,
        srclang: language,
        label: name,
      });
      if (!isDrawn) track.track.addEventListener('cuechange', showCues);
      medium.append(track);
    }
    element.hidden = captions.length === 0;
    element.value = captions.find(({ language }) => language === lang)?.uuid ?? '';
    choose();
  }

  function choose(): void {
    for (const { id, track } of medium.querySelectorAll('track'))
      track.mode = id !== element.value ? 'disabled' : isDrawn ? 'showing' : 'hidden';
    text.lang = element.selectedOptions[0]?.lang ?? '';
    showCues();
  }

  function showCues(): void {
    const cues = [...medium.textTracks].flatMap(({ mode, activeCues }) =>
      mode === 'hidden' ? [...(activeCues ?? [])] : [],
    );
    text.replaceChildren(...cues.map((cue) => make('p', {}, (cue as VTTCue).getCueAsHTML())));
  }

  /** The next of them, and after the last one none. */
  function turn(): void {
    element.selectedIndex = (element.selectedIndex + 1) % element.length;
    choose();
  }

  element.addEventListener('change', choose);
  return { element, text: isDrawn ? undefined : text, offer, turn };
}
