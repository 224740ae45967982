import { make } from './elements.ts';
import type { ArticleLink } from './story-shown.ts';
import { sayInStory } from './story-words.ts';

/**
 * Where a story that is read in a series leads on: to the next one, from the last one back to the series. The card offers it
 * at the last step.
 */
export function nextStoryOffer(next: ArticleLink | undefined, series: ArticleLink | undefined) {
  // What is put into it later is read aloud, after the text of the step.
  const element = make('div', { class: 'next-story', 'aria-live': 'polite' });
  const words = next ? sayInStory('nextStory') : sayInStory('backToSeries');
  const to = next ?? series;
  const link = to && make('a', { href: to.address }, `${words} `, make('cite', { dir: 'auto' }, to.title));
  return {
    element,
    offer(isLast: boolean): void {
      if (!link || isLast === element.contains(link)) return;
      if (isLast) element.append(link);
      else link.remove();
    },
  };
}
