import { addressOf, logoUrlOf } from '../../tenancy/public.ts';
import type { Provider } from './collection-source.ts';
import { none, plainText } from './manifest-ids.ts';

/**
 * Who provides a record (3.0 §3.1.3): in words that viewers always show, and as an agent with its catalogue and its logo.
 * The agent's id has no slash at its end, which the address of the page has: each resource needs an id of its own.
 */
export function provider3({ name, url, logoKey }: Provider, origin: string) {
  const logo = logoUrlOf(origin, logoKey);
  const catalogue = (url === null ? undefined : addressOf(url)?.origin) ?? origin;
  return {
    requiredStatement: {
      label: { en: ['Provided by'], it: ['Fornito da'] },
      value: none(plainText(name)),
    },
    provider: [
      {
        id: catalogue,
        type: 'Agent',
        label: none(name),
        homepage: [{ id: `${catalogue}/`, type: 'Text', label: none(name), format: 'text/html' }],
        ...(logo !== null && { logo: [{ id: logo, type: 'Image', format: 'image/png' }] }),
      },
    ],
  };
}

/** The same in 2.1 (§3.3). */
export function provider2({ name, logoKey }: Provider, origin: string) {
  const logo = logoUrlOf(origin, logoKey);
  return { attribution: plainText(name), ...(logo !== null && { logo }) };
}
