import { isWholeAddress } from '../story/whole-address.ts';
import { make } from './elements.ts';

/** What a commentary may hold (wire.md), beside links. */
const TAGS: ReadonlySet<string> = new Set(['p', 'br', 'strong', 'em', 'u', 'ul', 'ol', 'li']);

/** A commentary that is not saved yet, as the server will write it into the page: of any other element its text alone. */
export function shownCommentary(html: string): Node[] {
  // It runs no script, and fetches nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.textContent.trim() === '' ? [] : contentOf(body);
}

const contentOf = (node: Node): Node[] => [...node.childNodes].flatMap(shownNode);

function shownNode(node: Node): Node[] {
  if (node instanceof Text) return [node.cloneNode()];
  if (!(node instanceof HTMLElement)) return [];
  const { localName } = node;
  const content = contentOf(node);
  if (localName === 'a') return [linkTo(node.getAttribute('href') ?? '', content)];
  if (!TAGS.has(localName)) return content;
  const element = document.createElement(localName);
  element.append(...content);
  return [element];
}

/** Links lead out of the frame. */
function linkTo(address: string, content: readonly Node[]): HTMLElement {
  const target = isWholeAddress(address.trim()) ? { href: address, target: '_blank', rel: 'noopener' } : {};
  return make('a', target, ...content);
}
