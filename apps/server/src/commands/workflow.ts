import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { WorkflowFile, type WorkflowOutcome } from '@armarium/contract/workflow-file';
import { parse, stringify } from 'yaml';
import { reach, system } from '../db/database.ts';
import { fieldProblems } from '../http/field-problems.ts';
import { isStorable } from '../http/operation-route.ts';
import { asFile, takeOverFile, workflowNow } from '../modules/workflow/public.ts';
import { invalid, ProblemError } from '../problem-error.ts';
import {
  CommandRefused,
  memberNamed,
  readArguments,
  refuseEmptyDryRun,
  tenantNamed,
  UsageError,
  type Command,
  type CommandContext,
} from './command.ts';
import { systemCause } from '../storage/system-cause.ts';

const usage = `armarium workflow export [FILE] [--format yaml|json] [--overwrite] [--tenant NAME]
armarium workflow import FILE [--dry-run] [--prune] [--as USERNAME] [--tenant NAME]

  The fields, states, transitions and actions of an organisation as a file, to be kept or taken over by another one.
  FILE is - for standard output or input.

  export        without FILE to standard output, as YAML; as JSON where FILE is called so
  import        reads YAML or JSON, and takes over all of it or nothing. Fields, states and transitions are known by
                their names; those that the file lacks are left and listed

  --dry-run     says what would change, and changes nothing
  --prune       removes what a section of the file lacks and nothing uses; standard fields and Default stay
  --overwrite   puts the export in the place of a FILE that is there already
  --as          the account that the history names; without it the system
  --tenant      the name of the organisation; "default" without it`;

/** The configuration of an organisation, to be kept under version control or to be taken over by another one. */
export const workflowCommand: Command = {
  summary: 'write fields, states and transitions to a file, or take them over from one',
  usage,
  async run([action, ...rest], context) {
    if (action === 'export') return exportFile(rest, context);
    if (action === 'import') return importFile(rest, context);
    throw new UsageError(action === undefined ? 'Say export or import.' : `There is no action "${action}".`);
  },
};

async function exportFile(args: readonly string[], { access, say }: CommandContext): Promise<void> {
  const { values, positionals } = readArguments(args, {
    tenant: { type: 'string', default: 'default' },
    format: { type: 'string' },
    overwrite: { type: 'boolean', default: false },
  });
  const [file = '-', ...more] = positionals;
  if (more.length > 0) throw new UsageError('Name one file, or - .');
  const format = values.format ?? (/\.json$/i.test(file) ? 'json' : 'yaml');
  if (format !== 'yaml' && format !== 'json') throw new UsageError(`"${format}" is neither yaml nor json.`);
  const tenant = await tenantNamed(access, values.tenant);
  const content = asFile(await access.database.tenant(tenant.id, system).read(workflowNow));
  const text =
    format === 'json' ? `${JSON.stringify(content, null, 2)}\n` : stringify(content, { lineWidth: 0 });
  if (file === '-') return say(text.trimEnd());
  try {
    await writeFile(file, text, { flag: values.overwrite ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CommandRefused(
        `${resolve(file)} is there already. Nothing was written; name another file, or add --overwrite.`,
        { cause: error },
      );
    throw new CommandRefused(`${file} can't be written: ${systemCause(error)}.`, { cause: error });
  }
  say(resolve(file));
}

async function importFile(args: readonly string[], { access, say }: CommandContext): Promise<void> {
  const { values, positionals } = readArguments(args, {
    tenant: { type: 'string', default: 'default' },
    'dry-run': { type: 'boolean', default: false },
    prune: { type: 'boolean', default: false },
    as: { type: 'string' },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Name one file, or - .');
  if (values['dry-run']) await refuseEmptyDryRun(access);
  const tenant = await tenantNamed(access, values.tenant);
  const actor = values.as === undefined ? system : await memberNamed(access, values.as, tenant);
  if (reach(actor, 'manage') === undefined) {
    throw new CommandRefused(
      `${actor.username} may not configure this organisation. Name another account with --as, or give this one a role ` +
        'that may ("armarium user roles").',
    );
  }
  const outcome = await withFaultsTold(file, async () =>
    takeOverFile(access.database.tenant(tenant.id, actor), await readWorkflowFile(file), {
      dryRun: values['dry-run'],
      prune: values.prune,
    }),
  );
  for (const line of outcomeLines(outcome)) say(line);
}

/** @throws CommandRefused with the faults of a file, each by its place */
async function withFaultsTold<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.fields.length === 0) throw error;
    const faults = error.fields.map(({ name, message }) => `  ${name || 'the file'}: ${message}`);
    throw new CommandRefused([`${file} was not imported. Nothing was changed.`, ...faults].join('\n'), {
      cause: error,
    });
  }
}

/** @throws CommandRefused where the file is no YAML or JSON, ProblemError 422 naming what its content lacks */
async function readWorkflowFile(file: string): Promise<WorkflowFile> {
  const text = await (file === '-' ? readAll(process.stdin) : readFile(file, 'utf8')).catch(
    (error: unknown) => {
      throw new CommandRefused(`${file} can't be read: ${systemCause(error)}.`, { cause: error });
    },
  );
  let content: unknown;
  try {
    content = parse(text, { schema: 'core' });
  } catch (error) {
    throw new CommandRefused(`${file} is neither YAML nor JSON. ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (content === null) throw new CommandRefused(`${file} is empty.`);
  if (!isStorable(content)) {
    throw new CommandRefused(
      `${file} holds a NUL character or half of a surrogate pair, or is nested too deeply. Is it a text file?`,
    );
  }
  const check = TypeCompiler.Compile(WorkflowFile);
  if (!check.Check(content)) throw invalid(fieldProblems(check, content));
  return content;
}

const done = { add: 'added', change: 'changed', remove: 'removed' } as const;
const planned = { add: 'would be added', change: 'would be changed', remove: 'would be removed' } as const;
const reasons = {
  'not-in-file': 'is not in the file, and stays',
  standard: 'is not in the file; it always stays',
  used: 'is not in the file, but is used, and stays',
} as const;

function outcomeLines({ dryRun, changes, left }: WorkflowOutcome): string[] {
  const words = dryRun ? planned : done;
  const lines = changes.map((one) => {
    const parts = one.parts.length > 0 ? `: ${one.parts.join(', ')}` : '';
    return `${nameOf(one)} ${words[one.change]}${parts}`;
  });
  if (lines.length === 0) lines.push(dryRun ? 'Nothing would change.' : 'Nothing has changed.');
  return [...lines, ...left.map((one) => `${nameOf(one)} ${reasons[one.why]}`)];
}

function nameOf({
  what,
  resourceType,
  name,
  itemFromState,
  itemToState,
}: WorkflowOutcome['changes'][number] | WorkflowOutcome['left'][number]): string {
  if (what === 'state') return `state "${name}"`;
  if (what === 'order') return `order of the fields of ${resourceType}`;
  if (what === 'field') return `field "${name}" of ${resourceType}`;
  return `transition "${name}" of ${resourceType} (${itemFromState} > ${itemToState})`;
}
