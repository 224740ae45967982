import { createItemState } from '@armarium/contract/item-states';
import { createTransitionTemplate } from '@armarium/contract/transitions';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { en } from '../tests/e2e/words.ts';
import { newVisitor, openBrowser } from '../tests/harness/browser.ts';
import type { BenchContext } from './bench-context.ts';
import { BenchServer, successful } from './bench-server.ts';
import { measuredRow, type MeasuredRow } from './measured-row.ts';
import { answered, signIn, untilDrawn, watch, type Answered } from './page-watch.ts';

const STATES = 40;
const TRANSITIONS = 120;
const ROUNDS = 7;

export interface GraphResult {
  readonly states: number;
  readonly transitions: number;
  readonly rounds: number;
  /** A budget is that of the ms. */
  readonly rows: readonly MeasuredRow<number>[];
}

/** What one look at the graph gave. */
interface Look {
  /** From the choice of the records to the picture with all states and arrows, their chunk being there. */
  readonly drawn_ms: number;
  readonly moved: Answered;
  readonly zoomed: Answered;
}

/**
 * The graph of a large workflow in a real browser.
 * @throws Error where it lacks a state or an arrow, or doesn't move
 */
export async function graphBench({ profile, isQuick, say }: BenchContext): Promise<GraphResult> {
  const repository = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['armarium.mjs', 'build'], { cwd: repository, stdio: 'inherit' });
  const server = await BenchServer.start(profile);
  const browser = await openBrowser();
  try {
    say(`makes ${STATES} states and ${TRANSITIONS} transitions`);
    await makeWorkflow(server);
    const rounds = isQuick ? 2 : ROUNDS;
    const looks: Look[] = [];
    // The first one finds everything cold.
    for (let round = 0; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      const seen = await look(browser, server);
      if (round > 0) looks.push(seen);
    }
    const row = (name: string, budget: number, read: (look: Look) => number) =>
      measuredRow(name, budget, looks.map(read));
    return {
      states: STATES,
      transitions: TRANSITIONS,
      rounds,
      rows: [
        row('drawn, ms', 500, (one) => one.drawn_ms),
        row('moved: script of the longest frame, ms', 50, (one) => one.moved.script_ms),
        row('zoomed: script of the longest frame, ms', 50, (one) => one.zoomed.script_ms),
      ],
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Stories begin at Default and go through all states; some transitions leap ahead, others lead back. */
async function makeWorkflow({ client }: BenchServer): Promise<void> {
  const states = ['Default'];
  for (let index = 1; index < STATES; index += 1) {
    const name = `Stage ${index}`;
    successful(await client.call(createItemState, { body: { name, color: '#1d4ed8' } }));
    states.push(name);
  }
  const at = (index: number) => states[(index + STATES) % STATES] ?? '';
  for (let index = 0; index < TRANSITIONS; index += 1) {
    const from = index % STATES;
    // One step ahead, a few steps ahead, a few steps back.
    const by = [1, 2 + (from % 3), -2 - (from % 4)][Math.floor(index / STATES)] ?? 1;
    successful(
      await client.call(createTransitionTemplate, {
        body: {
          name: `Event ${index}`,
          itemFromState: at(from),
          itemToState: at(from + by),
          resourceType: 'STORY',
        },
      }),
    );
  }
}

async function look(browser: Browser, server: BenchServer): Promise<Look> {
  const { page, context, settled, leave } = await newVisitor(browser, server.armarium.origin);
  await signIn(context, server);
  await page.addInitScript(watch);
  // The graph of items, which is small, brings the chunk.
  await page.goto('/ui/configuration?tab=workflows&part=transitions');
  const graph = page.locator('.react-flow');
  await graph.locator('.react-flow__edge').first().waitFor();
  await settled();
  const drawn_ms = await untilDrawn(
    page,
    {
      begun: { selector: 'main select', event: 'change' },
      whole: { '.react-flow__node': STATES, '.react-flow__edge': TRANSITIONS },
    },
    async () => {
      await page.getByLabel(en.workflowSettings.resourceType, { exact: true }).selectOption('STORY');
    },
  );
  await settled();

  const view = graph.locator('.react-flow__viewport');
  const changed = async (act: () => Promise<void>): Promise<Answered> => {
    const before = await view.getAttribute('style');
    const told = await answered(page, settled, act);
    if ((await view.getAttribute('style')) === before) throw new Error('The graph has not moved.');
    return told;
  };
  const frame = await graph.boundingBox();
  if (!frame) throw new Error('The graph is out of sight.');
  const [x, y] = [frame.x + 20, frame.y + 20];
  const moved = await changed(async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 300, y + 120, { steps: 40 });
    await page.mouse.move(x - 10, y, { steps: 40 });
    await page.mouse.up();
  });
  const zoomed = await changed(async () => {
    for (let step = 0; step < 6; step += 1)
      await page.getByRole('button', { name: en.workflowSettings.graph.zoomIn, exact: true }).click();
  });
  await leave();
  return { drawn_ms, moved, zoomed };
}
