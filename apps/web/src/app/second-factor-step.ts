import { loadPageWords } from './words.ts';

/** Fetches what completes a sign-in that waits for a second factor, with its words. */
export async function loadSecondFactorStep() {
  const [{ SecondFactorStep }] = await Promise.all([
    import('../features/session/components/second-factor-step.tsx'),
    loadPageWords('secondFactor'),
  ]);
  return SecondFactorStep;
}
