import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { getMailMessage, sendTestMail } from '@armarium/contract/mail';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, signedIn } from '../harness/importing.ts';
import { openMailServer } from '../harness/mail-server.ts';
import { PostgresServer } from '../harness/postgres-server.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { eventually, until } from '../harness/waiting.ts';

/** What is sent to servers outside, while the process that sends it is killed. */

const mail = await openMailServer();
let database: PostgresServer;
let armarium: RunningArmarium;
let client: HttpClient;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-deliveries-'));
  database = await PostgresServer.start();
  armarium = await RunningArmarium.start({
    env: {
      DATABASE_URL: database.url,
      STORAGE_URL: `file://${join(folder, 'files')}`,
      ...mail.settings,
    },
  });
  client = await signedIn(armarium);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  mail.beUsual();
  await armarium.startIfStopped();
});

/** Something that is being sent, and what has to be so once another process has run. */
interface Delivery {
  readonly arrives: () => Promise<void>;
}

/** Writes a message. @returns its uuid and its recipient */
async function written() {
  const to = `${randomUUID()}@example.org`;
  const { uuid } = expectStatus(await client.call(sendTestMail, { body: { to } }), 202);
  return { uuid, to };
}

async function isDone(uuid: string): Promise<void> {
  await eventually(async () => (await client.call(getMailMessage, { params: { uuid } })).body).toMatchObject({
    state: 'DONE',
    attempts: 1,
    result: { code: 'mail-sent' },
  });
}

/** The worker is connected, and nothing of the message was sent. */
async function mailBeforeItIsSent(): Promise<Delivery> {
  mail.beMute();
  const before = mail.connections;
  const { uuid, to } = await written();
  await until('the worker is connected', () => (mail.connections > before ? true : undefined));
  return {
    arrives: async () => {
      const { messageId } = await mail.next(to);
      expect(messageId).toBe(`<${uuid}@armarium.example>`);
      await isDone(uuid);
      expect(mail.arrivedFor(to)).toHaveLength(1);
    },
  };
}

/** The mail server has the message, and the worker does not know. */
async function mailWithoutAnswer(): Promise<Delivery> {
  mail.beSilentAfterMessages();
  const { uuid, to } = await written();
  await mail.next(to);
  return {
    arrives: async () => {
      await mail.next(to, 2);
      await isDone(uuid);
      // Those who get it twice can tell.
      const ids = mail.arrivedFor(to).map(({ messageId }) => messageId);
      expect(ids).toEqual(Array<string>(2).fill(`<${uuid}@armarium.example>`));
    },
  };
}

test('[RUN-19] what was written before the process was killed, and was being sent, arrives by the next one with the same id', async () => {
  // At most as many as there are workers for other servers, since each of them waits.
  const deliveries = [await mailWithoutAnswer(), await mailBeforeItIsSent()];
  await armarium.kill9();
  mail.beUsual();
  await armarium.restart();
  for (const { arrives } of deliveries) await arrives();
});
