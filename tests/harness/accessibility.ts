import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds against WCAG 2.2 A and AA on the page as it is now: rule, impact, and where, a line each.
 * @param without rules that aren't asked for, such as `target-size`
 */
export async function accessibilityFaults(page: Page, without: readonly string[] = []): Promise<string[]> {
  const look = async () => {
    await cameToRest(page);
    return looked(page, (axe) => axe.withTags(levels).disableRules([...without]));
  };
  let { violations } = await look();
  // On a busy machine a dialog may begin to fade while it is looked at. What is wrong at rest is still wrong.
  if (violations.length > 0) ({ violations } = await look());
  const faults: string[] = [];
  for (const { id, impact, nodes } of violations) {
    for (const { target } of nodes) {
      const where = target.join(' ');
      // What lies half under a bar that stays in its place is not small: it is judged in the middle of the window.
      if (id === 'target-size' && !(await isSmall(page, where))) continue;
      faults.push(`${id} (${impact ?? '?'}): ${where}`);
    }
  }
  return faults;
}

/**
 * Waits until nothing fades or moves: colours are wrong before. A dialog begins to fade a frame or two after it is drawn,
 * so three frames in a row must be at rest. What turns for ever is left out.
 */
function cameToRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        );
    for (let still = 0; still < 3; still += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const moving = running();
      if (moving.length > 0) still = -1;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

function looked(page: Page, narrowed: (axe: AxeBuilder) => AxeBuilder) {
  const axe = new AxeBuilder({ page })
    // Our pages have no frames of other sites: without this each look opens a blank page beside, to put results together.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  return narrowed(axe).analyze();
}

async function isSmall(page: Page, where: string): Promise<boolean> {
  const element = await page.$(where);
  if (!element) return true;
  const was = await element.evaluate((one) => {
    const place = window.scrollY;
    one.scrollIntoView({ block: 'center' });
    one.setAttribute('data-judged', '');
    return place;
  });
  const { violations } = await looked(page, (axe) => axe.include('[data-judged]').withRules(['target-size']));
  await element.evaluate((one, place) => {
    one.removeAttribute('data-judged');
    window.scrollTo(0, place);
  }, was);
  return violations.length > 0;
}
