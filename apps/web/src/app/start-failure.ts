/** In both languages at once, because the code that knows the languages may be what could not be loaded. */
const texts = {
  en: {
    title: 'Armarium could not be started',
    text: 'The server does not answer, or it has been updated a moment ago. Try again; if it stays, tell an administrator.',
    action: 'Try again',
  },
  it: {
    title: 'Non è stato possibile avviare Armarium',
    text: 'Il server non risponde, oppure è stato aggiornato un attimo fa. Riprova; se non cambia, avvisa un amministratore.',
    action: 'Riprova',
  },
};

/**
 * Says in an otherwise empty window that the client could not be loaded, with a button that tries again. Plain
 * elements: whatever draws the rest may be missing.
 */
export function showStartFailure(root: HTMLElement): void {
  const { title, text, action } = texts[document.documentElement.lang === 'it' ? 'it' : 'en'];
  const main = document.createElement('main');
  const message = document.createElement('div');
  message.className = 'start-failure';
  message.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.textContent = title;
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = action;
  button.addEventListener('click', () => window.location.reload());
  message.append(heading, paragraph, button);
  main.append(message);
  root.replaceChildren(main);
}
