import { normalisePressmark } from '../modules/records/public.ts';
import { reach, system, type TenantQueries } from '../db/database.ts';
import {
  CommandRefused,
  memberNamed,
  readArguments,
  refuseEmptyDryRun,
  tenantNamed,
  UsageError,
  type CommandContext,
} from './command.ts';
import { collectionNamed } from './collection-named.ts';
import { ImportReport } from './import-report.ts';
import type { ImportKind } from './import-kind.ts';
import { Progress } from './progress.ts';
import { FieldSurvey } from './records/field-survey.ts';
import { PATH_SEPARATOR } from '../modules/spreadsheets/public.ts';
import { results, type FileKnowledge } from './records/judge-rows.ts';
import { RecordImport } from './records/record-import.ts';
import type { RecordRow } from './records/record-row.ts';
import { RecordSource } from './records/record-source.ts';
import { RefusedRow, type ReadRow } from './records/refused-row.ts';
import { RepeatedPressmarks } from './records/repeated-pressmarks.ts';
import { readAhead, rowChunks } from './records/row-chunks.ts';

/** More fields than any catalogue has: the file is something else, or its keys are values. */
const MOST_NEW_FIELDS = 1000;

const counted = new Intl.NumberFormat('en');

export const importRecords: ImportKind = {
  usage: `armarium import records FILE [options]

  Brings the records of a CSV or JSON Lines file (either may be gzipped; - is standard input) into the
  catalogue. What is there already is known by its pressmark and never changed, so it can be run again.

  --tenant NAME           the organisation (default)
  --into COLLECTION       uuid or title path of the collection below which all goes (the root)
  --as USERNAME           whose records they are and whom the history names (the system)
  --state NAME            the state that they begin in (Default)
  --path-separator TEXT   what stands between the titles of a path in CSV (" / ")
  --dry-run               only tell what would happen
  --report FILE           where the report by row goes (import-report-<time>.csv)

  It ends with 0 when all rows are in, with 1 when some are not: the report says why. docs/ingest.md tells all.`,

  async run(args, context) {
    const { values, positionals } = readArguments(args, {
      tenant: { type: 'string', default: 'default' },
      into: { type: 'string' },
      as: { type: 'string' },
      state: { type: 'string' },
      'path-separator': { type: 'string', default: PATH_SEPARATOR },
      'dry-run': { type: 'boolean', default: false },
      report: { type: 'string' },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('Name one file of records, or - .');
    const separator = values['path-separator'];
    if (separator.trim() === '') throw new UsageError('The path separator must not be blank.');

    if (values['dry-run']) await refuseEmptyDryRun(context.access);
    else await context.installation();
    const { database } = context.access;
    const tenant = await tenantNamed(context.access, values.tenant);
    const actor = values.as === undefined ? system : await memberNamed(context.access, values.as, tenant);
    if (reach(actor, 'create') === undefined) {
      throw new CommandRefused(
        `${actor.username} may not make records and collections in this organisation. Name another account with ` +
          '--as, or give this one a role that may ("armarium user roles").',
      );
    }
    const data = database.tenant(tenant.id, actor);
    const into = await data.read((db) => collectionNamed(db, values.into, separator));
    const state = values.state;
    if (state !== undefined) await data.read((db) => refuseUnknownState(db, state));

    const source = await RecordSource.open(file, separator);
    try {
      const { knowledge, rows } = await survey(source, context.signal);
      if (rows === 0) {
        throw new CommandRefused(`There is no row in ${file}, only a header. See that it is the right file.`);
      }
      const report = await ImportReport.open(values.report, 'row');
      const target = { data, into, state, dryRun: values['dry-run'] };
      const records = new RecordImport(target, knowledge);
      const done = await report.closedAfter(bringIn(source, rows, records, report, context.signal));
      tell(context, report, done, target.dryRun);
    } finally {
      await source.close();
    }
  },
};

async function refuseUnknownState(db: TenantQueries, name: string): Promise<void> {
  const states = await db.selectFrom('item_state').select('name').orderBy('sort_order').execute();
  if (states.some((state) => state.name === name)) return;
  throw new CommandRefused(
    `There is no state "${name}". There are: ${states.map((state) => state.name).join(', ')}.`,
  );
}

/** Reads the file once: which fields it has, and the type of each by all of its values. */
async function survey(
  source: RecordSource,
  signal: AbortSignal,
): Promise<{ knowledge: FileKnowledge; rows: number }> {
  const fields = new FieldSurvey(source.textual);
  const repeated = new RepeatedPressmarks();
  const progress = new Progress('Reading', 'rows');
  let rows = 0;
  try {
    for await (const { content } of source.rows()) {
      rows += 1;
      progress.update(rows);
      if (signal.aborted) throw new CommandRefused('It was stopped while reading; nothing was written.');
      if (content instanceof RefusedRow) continue;
      fields.note(content.entries);
      if (content.pressmark !== '') repeated.note(normalisePressmark(content.pressmark));
      if (fields.size > MOST_NEW_FIELDS) {
        throw new CommandRefused(
          `The file has more than ${MOST_NEW_FIELDS} fields. See that it is the right one, and that its keys are ` +
            'names of fields, not values.',
        );
      }
    }
  } finally {
    progress.end();
  }
  return { knowledge: { names: source.names, templates: fields.templates(), repeated }, rows };
}

interface Done {
  readonly import: RecordImport;
  /** The last row before a stop; undefined where it read all rows. */
  readonly stoppedAfter: number | undefined;
}

/** Reads the file again, and imports its rows. */
async function bringIn(
  source: RecordSource,
  total: number,
  recordImport: RecordImport,
  report: ImportReport,
  signal: AbortSignal,
): Promise<Done> {
  const progress = new Progress('Importing', 'records', total);
  let done = 0;
  let last = 0;
  const write = async (chunk: readonly ReadRow<RecordRow>[]) => {
    for (const line of await recordImport.chunk(chunk)) await report.add(line);
    done += chunk.length;
    last = chunk.at(-1)?.row ?? last;
    progress.update(done);
  };
  try {
    for await (const chunk of readAhead(rowChunks(source.rows()))) {
      if (signal.aborted) return { import: recordImport, stoppedAfter: last };
      await write(chunk);
    }
    return { import: recordImport, stoppedAfter: undefined };
  } finally {
    progress.end();
  }
}

function tell(context: CommandContext, report: ImportReport, done: Done, dryRun: boolean): void {
  const count = (result: string) => report.counts.get(result) ?? 0;
  const rows = results.reduce((sum, result) => sum + count(result), 0);
  const parts = results.flatMap((result) =>
    count(result) > 0 ? [`${counted.format(count(result))} ${result}`] : [],
  );
  context.say(
    `${dryRun ? 'Dry run, nothing was written. ' : ''}${counted.format(rows)} ${rows === 1 ? 'row' : 'rows'}: ${parts.join(', ') || 'none'}.`,
  );
  const fields = done.import.templatesMade;
  const made = dryRun ? 'to be made' : 'made';
  if (done.import.collectionsMade > 0)
    context.say(`Collections ${made}: ${counted.format(done.import.collectionsMade)}.`);
  if (fields.length > 0)
    context.say(`Fields ${made}, with priority LOW: ${fields.length} (${fields.join(', ')}).`);
  context.say(`Report: ${report.path}`);
  if (done.stoppedAfter !== undefined) {
    throw new CommandRefused(
      `It was stopped after row ${done.stoppedAfter}. Run the same again to go on: rows that are in are passed over.`,
    );
  }
  const refused = count('refused');
  const differ = count('differs');
  if (refused + differ === 0) return;
  const sentences = [
    ...(refused > 0 ? [`${counted.format(refused)} ${refused === 1 ? 'row was' : 'rows were'} refused`] : []),
    ...(differ > 0
      ? [
          `${counted.format(differ)} ${differ === 1 ? 'record differs' : 'records differ'} and ${differ === 1 ? 'was' : 'were'} left`,
        ]
      : []),
  ];
  throw new CommandRefused(`${sentences.join('; ')}. The report says why, and what to do: ${report.path}`);
}
