/** In bytes a name may have 255. */
const MOST_CHARACTERS = 60;

/** A name for a file that every system takes, without its extension. @param title of which it is made */
export function fileNameOf(title: string): string {
  const characters = [...title.replace(/[\p{C}\s]+/gu, ' ').replace(/[\\/:*?"<>|]+/g, '-')];
  const name = characters
    .slice(0, MOST_CHARACTERS)
    .join('')
    // Windows removes dots and spaces at the end. Other systems hide what begins with a dot.
    .replace(/^[. -]+|[. -]+$/g, '');
  return name || 'story';
}
