/**
 * Puts a text into the clipboard. Over plain http browsers offer the old way alone, which copies what is selected.
 * @param field that shows the text; selected where nothing else works, so that the keyboard can copy it
 * @returns whether it was copied
 */
export async function copyText(
  text: string,
  field: HTMLInputElement | HTMLTextAreaElement,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    // All that there is without TLS.
    return document.execCommand('copy');
  }
}
