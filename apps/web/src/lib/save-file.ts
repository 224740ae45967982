/**
 * Gives the user a file that the browser holds.
 * @param name with its extension
 * @param mediaType of a text; a blob has its own
 */
export function saveFile(name: string, content: string | Blob, mediaType = ''): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: mediaType }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
