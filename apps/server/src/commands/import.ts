import { importFiles } from './import-files.ts';
import { importRecords } from './import-records.ts';
import { UsageError, type Command } from './command.ts';
import type { ImportKind } from './import-kind.ts';

/** The kinds of import by their names. */
const kinds: Readonly<Record<string, ImportKind | undefined>> = {
  records: importRecords,
  files: importFiles,
};

const known = Object.keys(kinds);

export const importCommand: Command = {
  summary: `bring in ${known.join(' or ')} from this machine`,
  usage: Object.values(kinds)
    .map((kind) => kind?.usage)
    .join('\n\n'),
  async run([name = '', ...rest], context) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) {
      throw new UsageError(
        `Say what to import: ${known.join(' or ')}.${name === '' ? '' : ` "${name}" is neither.`}`,
      );
    }
    await kind.run(rest, context);
  },
};
