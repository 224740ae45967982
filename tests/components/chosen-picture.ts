/** A picture, red at its left and blue at its right, as a file of a type. */
export async function pictureFile(type = 'image/png', width = 400, height = 200): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = 'red';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = 'blue';
  context.fillRect(width / 2, 0, width / 2, height);
  return new File([await canvas.convertToBlob({ type })], 'picture', { type });
}

/** Chooses a file as the browser's own dialog does. */
export function choose(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no input');
  const held = new DataTransfer();
  held.items.add(file);
  input.files = held.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
