import { setTimeout as sleep } from 'node:timers/promises';
import { performTransition } from '@armarium/contract/transition-logs';
import { createTransitionTask } from '@armarium/contract/transition-tasks';
import { createTransitionTemplate } from '@armarium/contract/transitions';
import { SMTPServer } from 'smtp-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { HookServer } from '../tests/harness/hook-server.ts';
import type { BenchContext } from './bench-context.ts';
import { BenchServer, successful } from './bench-server.ts';
import { fillCollection } from './many-items.ts';
import { measuredRow, type MeasuredRow } from './measured-row.ts';

/** The most that one call takes. */
const RECORDS = 1_000;
const ROUNDS = 5;
/** From the answer, for both messages. */
const ARRIVED_WITHIN_MS = 60_000;
const PATH = '/hook';

export interface EffectsResult {
  readonly records: number;
  readonly rounds: number;
  /** A budget is that of the ms. */
  readonly rows: readonly MeasuredRow[];
  /** The messages that arrived, of as many rounds as each. */
  readonly calls: number;
  readonly mails: number;
}

/**
 * A transition of a thousand records with two changes and two effects, by one call, and what arrives after it.
 * @throws Error unless all records are changed, and one message of each kind arrives for each call
 */
export async function effectsBench({ profile, isQuick, say }: BenchContext): Promise<EffectsResult> {
  const hooks = await HookServer.start();
  const mail = await MailSink.start();
  const server = await BenchServer.start(profile, {
    FETCH_ALLOWED_ADDRESSES: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'catalogue@example.org',
    PUBLIC_URL: 'https://catalogue.example.org',
  });
  try {
    const rounds = isQuick ? 2 : ROUNDS;
    say('loading');
    // The first round finds everything cold.
    await fillCollection(server, await server.rootCollection(), RECORDS * (rounds + 1));
    const transitionUuid = await makeTransition(server, hooks.url(PATH));
    const uuids = await itemsOf(server);
    const answered_ms: number[] = [];
    const arrived_ms: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      const assetUuids = uuids.slice(round * RECORDS, (round + 1) * RECORDS);
      const began_ms = performance.now();
      const body = successful(
        await server.client.call(performTransition, {
          body: { assetUuids, resourceType: 'ITEM', transitionUuid },
        }),
      );
      const took_ms = performance.now() - began_ms;
      const done = 'results' in body ? body.results.filter(({ outcome }) => outcome === 'done').length : 0;
      if (done !== RECORDS) throw new Error(`Changed ${done} of ${RECORDS} records.`);
      const deadline_ms = performance.now() + ARRIVED_WITHIN_MS;
      while (hooks.calls(PATH).length <= round || mail.arrived <= round) {
        if (performance.now() > deadline_ms) throw new Error('The messages did not arrive in time.');
        await sleep(5);
      }
      if (round === 0) continue;
      answered_ms.push(took_ms);
      arrived_ms.push(performance.now() - began_ms);
    }
    const [calls, mails] = [hooks.calls(PATH).length, mail.arrived];
    if (calls !== rounds + 1 || mails !== rounds + 1)
      throw new Error(`Arrived: ${calls} calls, ${mails} mails.`);
    return {
      records: RECORDS,
      rounds,
      rows: [
        measuredRow('the call, ms', 2_000, answered_ms),
        measuredRow('until both messages have arrived, ms', null, arrived_ms),
      ],
      calls: calls - 1,
      mails: mails - 1,
    };
  } finally {
    await server.close();
    await hooks.close();
    await mail.close();
  }
}

/** A transition from Default with two changes and two effects. @returns its uuid */
async function makeTransition({ client }: BenchServer, url: string): Promise<string> {
  const { uuid } = successful(
    await client.call(createTransitionTemplate, {
      body: { name: 'Send out', itemFromState: 'Default', itemToState: 'Published', resourceType: 'ITEM' },
    }),
  );
  for (const [templateName, parameters] of [
    ['SET_METADATA', { field: 'autn', value: 'Seen {today} by {user}' }],
    ['SET_VISIBILITY', { visibility: 'public' }],
    [
      'SEND_EMAIL',
      { recipients: ['ada@example.org'], subject: '{count}: {title}', body: 'News.', attachLink: true },
    ],
    ['WEBHOOK', { url, secret: 'sesame' }],
  ] as const)
    successful(
      await client.call(createTransitionTask, { body: { transitionUuid: uuid, templateName, parameters } }),
    );
  return uuid;
}

async function itemsOf(server: BenchServer): Promise<string[]> {
  const pool = server.openPool(1);
  try {
    const { rows } = await pool.query<{ uuid: string }>('select uuid from item order by uuid');
    return rows.map(({ uuid }) => uuid);
  } finally {
    await pool.end();
  }
}

/** A mail server that counts what it takes. */
class MailSink {
  readonly #server: SMTPServer;
  arrived = 0;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onData: (stream, _session, answer) => {
        stream.resume().once('end', () => {
          this.arrived += 1;
          answer(null);
        });
      },
    });
  }

  static async start(): Promise<MailSink> {
    const sink = new MailSink();
    sink.#server.listen(0, '127.0.0.1');
    await once(sink.#server.server, 'listening');
    return sink;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
