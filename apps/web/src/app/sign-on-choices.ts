import { lazy, type ComponentType } from 'react';
import type { SignOnChoicesProps } from '../features/session/components/sign-on-choices.tsx';
import { loadPageWords } from './words.ts';

/** The ways to sign in with a provider, fetched with their words. */
async function loadSignOnChoices(): Promise<ComponentType<SignOnChoicesProps>> {
  const [module] = await Promise.all([
    import('../features/session/components/sign-on-choices.tsx'),
    loadPageWords('signOn'),
  ]);
  return module.SignOnChoices;
}
/** Where they don't come, the password is left. */
const NoChoices = () => null;

export const SignOnChoices = lazy(async () => ({
  default: await loadSignOnChoices().catch((): ComponentType<SignOnChoicesProps> => NoChoices),
}));
