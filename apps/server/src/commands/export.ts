import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { system, type TenantQueries } from '../db/database.ts';
import { syncFolder } from '../storage/sync-folder.ts';
import { collectionNamed } from './collection-named.ts';
import { CommandRefused, readArguments, tenantNamed, UsageError, type Command } from './command.ts';
import { Progress } from './progress.ts';
import { systemCause } from '../storage/system-cause.ts';
import { countOf, csvHeader, csvLines, jsonLine, recordsOf, survey } from '../modules/spreadsheets/public.ts';
import { itemQueryUuids } from '../modules/catalogue/public.ts';
import { kindOf } from '../modules/records/public.ts';

export const exportCommand: Command = {
  summary: 'write all records as CSV or JSON Lines, which import records reads',
  usage: `armarium export [FILE] [options]

  Writes the records with all their metadata and collections, in the order of their pressmarks, as they stand
  at one moment. Without FILE, or with -, to standard output; FILE.gz is gzipped.

  --tenant NAME             the organisation (default)
  --collection COLLECTION   uuid or title path: only what lies in it and below
  --format jsonl|csv        csv where FILE is called so, else jsonl
  --overwrite               put it in the place of a FILE that is there already`,

  async run(args, context) {
    const { values, positionals } = readArguments(args, {
      tenant: { type: 'string', default: 'default' },
      collection: { type: 'string' },
      format: { type: 'string' },
      overwrite: { type: 'boolean', default: false },
    });
    const [file = '-', ...more] = positionals;
    if (more.length > 0) throw new UsageError('Name one file, or - .');
    const format = values.format ?? (/\.csv(\.gz)?$/i.test(file) ? 'csv' : 'jsonl');
    if (format !== 'csv' && format !== 'jsonl') throw new UsageError(`"${format}" is neither jsonl nor csv.`);

    if (file !== '-' && !values.overwrite && (await lstat(file).catch(() => undefined))) {
      throw new CommandRefused(
        `${resolve(file)} is there already. Nothing was written; name another file, or add --overwrite.`,
      );
    }

    const tenant = await tenantNamed(context.access, values.tenant);
    const written = await context.access.database.tenant(tenant.id, system).read(async (db) => {
      // One snapshot for the whole export, however long it takes.
      await sql`set transaction isolation level repeatable read`.execute(db);
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
      const collection =
        values.collection === undefined ? undefined : await collectionNamed(db, values.collection);
      return writeOut(linesOf(db, collection, format, context.signal), file);
    });
    if (file !== '-') context.say(`${written.toLocaleString('en')} records in ${resolve(file)}`);
  },
};

interface Lines {
  readonly text: string;
  readonly records: number;
}

async function* linesOf(
  db: TenantQueries,
  collection: string | undefined,
  format: 'csv' | 'jsonl',
  signal: AbortSignal,
): AsyncGenerator<Lines> {
  const found = await survey(db, kindOf('ITEM'), await itemQueryUuids(db, { belowUuid: collection }));
  const { columns } = found;
  if (format === 'csv') yield { text: csvHeader(columns), records: 0 };
  const progress = new Progress('Exporting', 'records', countOf(found));
  let done = 0;
  try {
    for await (const records of recordsOf(found, (run) => run(db))) {
      if (signal.aborted) throw new CommandRefused('It was stopped; what was written is not whole.');
      const text = format === 'csv' ? csvLines(columns, records) : records.map(jsonLine).join('');
      yield { text, records: records.length };
      done += records.length;
      progress.update(done);
    }
  } finally {
    progress.end();
  }
}

/**
 * Writes to a file, which gets its name only when it is complete, or to standard output, where the reader may
 * stop early (`| head`).
 * @returns the number of records
 */
async function writeOut(lines: AsyncIterable<Lines>, file: string): Promise<number> {
  let records = 0;
  if (file === '-') {
    for await (const { text, records: more } of lines) {
      const error = await new Promise<NodeJS.ErrnoException | null | undefined>((done) => {
        process.stdout.write(text, done);
      });
      if (error?.code === 'EPIPE') break;
      if (error) throw new CommandRefused(`Standard output can't be written: ${systemCause(error)}.`);
      records += more;
    }
    return records;
  }
  const partial = `${file}.partial`;
  // Flushed to the disk before it gets its name, so that a power failure leaves no incomplete file of that
  // name.
  const output = createWriteStream(partial, { flush: true });
  const into = file.endsWith('.gz') ? createGzip() : output;
  if (into !== output) into.pipe(output);
  const whole = finished(output);
  // Awaited below; an error before that ends the writing.
  whole.catch(() => undefined);
  try {
    for await (const { text, records: more } of lines) {
      if (!into.write(text)) await Promise.race([once(into, 'drain'), whole]);
      records += more;
    }
    into.end();
    await whole;
    await rename(partial, file);
    await syncFolder(dirname(resolve(file)));
    return records;
  } catch (error) {
    output.destroy();
    // Where the file could not be created, removing it fails too, which does not matter.
    await rm(partial, { force: true }).catch(() => undefined);
    if (error instanceof Error && 'syscall' in error) {
      throw new CommandRefused(`${file} can't be written: ${systemCause(error)}.`, { cause: error });
    }
    throw error;
  }
}
