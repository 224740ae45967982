import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reach, system } from '../db/database.ts';
import { checkImage, configureSharp, openDeriveWorkshop } from '../modules/media/public.ts';
import {
  CommandRefused,
  memberNamed,
  readArguments,
  refuseEmptyDryRun,
  tenantNamed,
  UsageError,
} from './command.ts';
import type { CommandContext } from './command.ts';
import { FileSpool } from './files/file-spool.ts';
import { importFolder } from './files/folder-import.ts';
import { DEFAULT_PATTERN, readPattern } from './files/name-pattern.ts';
import { ImagePreparation } from './files/prepare-images.ts';
import type { ImportKind } from './import-kind.ts';
import { ImportReport } from './import-report.ts';
import { systemCause } from '../storage/system-cause.ts';

/** The results of files, in the order of the summary. */
const goodResults = [
  ...['ready', 'replaced', 'stored', 'unchanged', 'would be imported', 'would replace'],
  ...['same content', 'ignored'],
];
const badResults = [
  ...['failed', 'held back', 'place taken', 'duplicate', 'refused', 'checksum mismatch', 'absent'],
  ...['unknown pressmark', 'ambiguous pressmark', 'no match', 'broken list'],
];

const counted = new Intl.NumberFormat('en');

export const importFiles: ImportKind = {
  usage: `armarium import files FOLDER [options]

  Brings the images of a folder, and of all folders below it, into the items whose pressmarks their names hold.
  What is there already is known by its content and never changed, so it can be run again, and goes on where it
  was stopped. Only what could not be prepared gives its place to a better file.

  --pattern TEXT      how the files are named: {pressmark}, {seq} (a number), {label} (the image's title, may be
                      missing) and other text, with folders and an extension if wanted: '{pressmark}/{seq}.tif',
                      '{pressmark}_{seq}_{label}.{tif,jpg}' (${DEFAULT_PATTERN}, any kind of image)
  --tenant NAME       the organisation (default)
  --as USERNAME       whose uploads they are and whom the history names (the system)
  --checksums FILE    a list of MD5 or SHA checksums that must hold; may stand several times (lists in the
                      folder are found: MD5SUMS, SHA256SUMS, *.md5, *.sha256, BagIt's manifests)
  --allow-gaps        bring in what there is of items that are not whole
  --dry-run           only read everything and tell what would happen
  --no-wait           do not wait until the images are prepared
  --report FILE       where the report by file goes (import-report-<time>.csv)

  It ends with 0 when all is in, with 1 when something is not: the report says why. docs/ingest.md tells all.`,

  async run(args, context) {
    const { values, positionals } = readArguments(args, {
      pattern: { type: 'string', default: DEFAULT_PATTERN },
      tenant: { type: 'string', default: 'default' },
      as: { type: 'string' },
      checksums: { type: 'string', multiple: true, default: [] },
      'allow-gaps': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      'no-wait': { type: 'boolean', default: false },
      report: { type: 'string' },
    });
    const [named, ...more] = positionals;
    if (named === undefined || more.length > 0) throw new UsageError('Name one folder of files.');
    const pattern = readPattern(values.pattern);
    const folder = await folderNamed(named);
    const isDry = values['dry-run'];

    if (isDry) await refuseEmptyDryRun(context.access);
    const media = isDry ? undefined : (await context.installation()).media;
    const tenant = await tenantNamed(context.access, values.tenant);
    const actor = values.as === undefined ? system : await memberNamed(context.access, values.as, tenant);
    if (reach(actor, 'upload') === undefined)
      throw new CommandRefused(`${actor.username} may not upload files in this organisation.`);
    const data = context.access.database.tenant(tenant.id, actor);
    configureSharp();

    const { deriveProcess } = context;
    const workshop = deriveProcess === undefined ? undefined : openDeriveWorkshop(deriveProcess);
    const check = workshop?.check ?? checkImage;
    const spool = await FileSpool.open(context.access.migrator);
    const preparation = media && !values['no-wait'] ? new ImagePreparation(context, media) : undefined;
    try {
      const report = await ImportReport.open(values.report, 'file');
      const target = {
        ...{ folder, data, media, check, limits: context.config.limits, allowGaps: values['allow-gaps'] },
        ...{ signal: context.signal, log: context.log },
      };
      const folderImport = { target, pattern, spool, report, preparation };
      const done = await report.closedAfter(importFolder(folderImport, values.checksums));
      summarise(context, report, { folder, isDry, ...done });
    } finally {
      workshop?.close();
      await preparation?.end();
      await spool.close();
    }
  },
};

async function folderNamed(name: string): Promise<string> {
  try {
    const folder = await realpath(name);
    if ((await stat(folder)).isDirectory()) return folder;
  } catch (error) {
    throw new CommandRefused(`The folder ${resolve(name)} can't be read: ${systemCause(error)}.`);
  }
  throw new CommandRefused(`${resolve(name)} is no folder. Name the folder in which the files are.`);
}

function summarise(
  context: CommandContext,
  report: ImportReport,
  { folder, isDry, lists, open }: { folder: string; isDry: boolean; lists: number; open: number },
): void {
  const parts = (results: readonly string[]) =>
    results.flatMap((result) => {
      const count = report.counts.get(result) ?? 0;
      return count > 0 ? [`${counted.format(count)} ${result}`] : [];
    });
  const all = parts([...goodResults, ...badResults]).join(', ') || 'none';
  context.say(`${isDry ? 'Dry run, nothing was written. ' : ''}Files: ${all}.`);
  if (lists > 0) context.say(`Checksum lists: ${lists}.`);
  if (open > 0)
    context.say(`${counted.format(open)} files are stored; their images are still being prepared.`);
  context.say(`Report: ${report.path}`);
  if (context.signal.aborted) {
    throw new CommandRefused(
      'It was stopped. Run the same again to go on: what is in is passed over. A server that runs, or the next ' +
        'start of one, prepares the images.',
    );
  }
  const total = [...report.counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === (report.counts.get('ignored') ?? 0)) {
    throw new CommandRefused(
      `There is no image in ${folder} that the pattern takes. See that it is the right folder.`,
    );
  }
  const bad = parts(badResults);
  if (bad.length > 0)
    throw new CommandRefused(`${bad.join(', ')}. The report says why, and what to do: ${report.path}`);
}
