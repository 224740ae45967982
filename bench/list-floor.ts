import { openPool } from '../apps/server/src/db/pool.ts';
import { answerQuestions } from './child-process.ts';
import type { Socket } from './bench-server.ts';
import { itemsStatement, linksStatement } from './list-statements.ts';
import type { Sample } from './rounds.ts';

/** Asks the database for a page, over and over, on as many connections as clients; nothing is made of the rows. */
export interface ListFloorQuestion {
  readonly socket: Socket;
  readonly clients: number;
  readonly duration_ms: number;
  readonly tenantId: number;
  readonly collection: string;
  readonly size: number;
  readonly offset: number;
}

const RAMP_ms = 150;

answerQuestions<ListFloorQuestion, Sample>(async (question) => {
  const { tenantId, collection, size, offset } = question;
  const pool = openPool(question.socket, 'migrator', question.clients, (error) => {
    throw error;
  });
  const began_ms = performance.now() + RAMP_ms;
  const until_ms = began_ms + question.duration_ms;
  let done = 0;
  let pages = 0;
  const cpu = process.cpuUsage();
  const client = async (): Promise<void> => {
    const connection = await pool.connect();
    for (let now_ms = 0; now_ms < until_ms;) {
      const { rows } = await connection.query<{ item_uuid: string }>({
        ...linksStatement,
        values: [tenantId, collection, size, offset],
      });
      const items = await connection.query({
        ...itemsStatement,
        values: [tenantId, rows.map((row) => row.item_uuid)],
      });
      if (items.rows.length !== size) throw new Error(`A page of ${items.rows.length} items.`);
      now_ms = performance.now();
      pages += 1;
      if (now_ms >= began_ms && now_ms < until_ms) done += 1;
    }
    connection.release();
  };
  await Promise.all(Array.from({ length: question.clients }, client));
  const used = process.cpuUsage(cpu);
  await pool.end();
  return {
    rate: (done / question.duration_ms) * 1000,
    ratePerCpu: pages / ((used.user + used.system) / 1e6),
  };
});
