import type { Page } from 'playwright-core';

/**
 * Holds back the requests of a page to an address, before they are sent.
 * @param address a glob, as `page.route` takes it
 * @param behind so many of them go through first
 * @returns lets them go, and those that come later
 */
export async function holdRequests(page: Page, address: string, behind = 0): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let seen = 0;
  await page.route(address, async (route) => {
    seen += 1;
    if (seen > behind) await held;
    // The page may have been left meanwhile.
    await route.continue().catch(() => undefined);
  });
  return letGo;
}
