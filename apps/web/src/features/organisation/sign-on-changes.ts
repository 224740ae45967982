import type { SignOnProvider } from '@armarium/contract/sign-on';
import { isSame } from './setting.ts';

/** A provider as the history keeps it. */
type KeptProvider = Omit<SignOnProvider, 'id'> & { readonly clientSecret?: 'changed' };

const parts = [
  'label',
  'issuer',
  'clientId',
  'clientSecret',
  'groupsClaim',
  'groupRoles',
  'defaultRole',
] as const;
type Part = (typeof parts)[number];

/** What became of a provider; `order` where the list alone was put in another order. */
export type SignOnChange =
  | { readonly kind: 'added' | 'removed'; readonly label: string }
  | { readonly kind: 'changed'; readonly label: string; readonly parts: readonly Part[] }
  | { readonly kind: 'order' };

/** The providers of a value in the history; undefined where it is none. */
const providersOf = (value: unknown): readonly KeptProvider[] | undefined =>
  Array.isArray(value) ? (value as KeptProvider[]) : undefined;

/** In what two lists of providers in the history differ; undefined where they are no lists. */
export function signOnChanges(before: unknown, after: unknown): SignOnChange[] | undefined {
  const former = providersOf(before);
  const now = providersOf(after);
  if (!former || !now) return undefined;
  // No two have the same issuer. Where that was changed, the label tells which one it is.
  const sameAs = (one: KeptProvider) =>
    former.find(({ issuer }) => issuer === one.issuer) ??
    former.find(({ label, issuer }) => label === one.label && !now.some((other) => other.issuer === issuer));
  const pairs = now.map((one) => ({ one, was: sameAs(one) }));
  const removed = former.filter((one) => !pairs.some(({ was }) => was === one));
  const changes: SignOnChange[] = [
    ...pairs.flatMap(({ one, was }): SignOnChange[] => {
      if (!was) return [{ kind: 'added', label: one.label }];
      const changed = parts.filter((part) =>
        part === 'clientSecret' ? one.clientSecret === 'changed' : !isSame(one[part], was[part]),
      );
      return changed.length > 0 ? [{ kind: 'changed', label: one.label, parts: changed }] : [];
    }),
    ...removed.map(({ label }): SignOnChange => ({ kind: 'removed', label })),
  ];
  return changes.length > 0 ? changes : [{ kind: 'order' }];
}
