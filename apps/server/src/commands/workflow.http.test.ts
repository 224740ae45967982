import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createItemState } from '@armarium/contract/item-states';
import { createTemplate } from '@armarium/contract/templates';
import { exportWorkflow } from '@armarium/contract/workflow-file';
import { openInstallation } from '../../../../tests/http/test-installation.ts';
import { readConfig } from '../config.ts';
import { makeLogger } from '../observe/log.ts';
import { CommandRefused, UsageError, type CommandContext } from './command.ts';
import { workflowCommand } from './workflow.ts';

const house = await openInstallation();
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const other = await house.person('altra', 'ROLE_TENANT_ADMIN');

let said: string[] = [];
beforeEach(() => void (said = []));
const context: CommandContext = {
  config: readConfig({}),
  log: makeLogger('silent'),
  access: house.access,
  migrations: '',
  signal: new AbortController().signal,
  say: (text) => said.push(text),
  installation: () => Promise.reject(new Error('The command needs no storage.')),
};
const run = (...words: string[]) => workflowCommand.run(words, context);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-workflow-'));
  await admin.call(createItemState, { body: { name: 'Lent', color: '#123456' } });
  await admin.call(createTemplate, {
    body: { name: 'hand', label: 'Hand', type: 'STRING', resourceType: 'ITEM', priority: 'LOW' },
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const fileOf = async (name: string, content: string) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

describe('armarium workflow', () => {
  it.each(['workflow.yaml', 'workflow.json'])(
    'writes %s, which another organisation takes over',
    async (name) => {
      const path = join(folder, name);
      await run('export', path);
      expect(said).toEqual([path]);
      await expect(run('export', path)).rejects.toThrow(/is there already/);
      await run('export', path, '--overwrite');
      const text = await readFile(path, 'utf8');
      expect(text.startsWith(name.endsWith('json') ? '{\n  "version": 1,' : 'version: 1\n')).toBe(true);
      await run('import', path, '--tenant', 'altra');
      expect((await other.call(exportWorkflow)).body).toEqual((await admin.call(exportWorkflow)).body);
    },
  );

  it('says what it would change, what it changed, and what it left', async () => {
    const path = await fileOf(
      'some.yaml',
      'version: 1\nstates:\n  - name: At the binder\n    color: "#111111"\n',
    );
    const before = (await admin.call(exportWorkflow)).body;
    await run('import', path, '--dry-run');
    expect(said.slice(0, 2)).toEqual([
      'state "At the binder" would be added',
      'state "Default" is not in the file, and stays',
    ]);
    expect((await admin.call(exportWorkflow)).body).toEqual(before);
    said = [];
    await run('import', path, '--prune');
    expect(said[0]).toBe('state "At the binder" added');
    // No transition and no record is in it.
    expect(said).toContain('state "Lent" removed');
    expect(said).toContain('state "Default" is not in the file; it always stays');
    expect(said).toContain('state "Approved" is not in the file, but is used, and stays');
    said = [];
    await run('import', path);
    expect(said[0]).toBe('Nothing has changed.');
  });

  it('writes to standard output', async () => {
    await run('export', '--format', 'json');
    // Byte for byte what the page downloads, so that both can be compared under version control.
    expect(said.join('\n')).toBe(JSON.stringify((await admin.call(exportWorkflow)).body, null, 2));
  });

  it.each([
    ['what is neither YAML nor JSON', 'version: [', CommandRefused, /neither YAML nor JSON.* line 1/s],
    ['an alias of nothing', 'version: *one', CommandRefused, /neither YAML nor JSON/],
    ['what can’t be stored', 'version: 1\nstates: [{name: "a\\0", color: "#111111"}]', CommandRefused, /NUL/],
    ['nothing', '# version: 1', CommandRefused, /is empty/],
    ['a list', '[]', CommandRefused, /the file: /],
    ['another version', 'version: 2', Error, /reads version 1/],
    ['unknown names', 'version: 1\nstatuses: []', Error, /statuses/],
    [
      'a field of another type',
      'version: 1\nfields: [{name: hand, label: Hand, type: DATE, resourceType: ITEM}]',
      Error,
      /fields\[0\]\.type/,
    ],
  ])('refuses %s, and changes nothing', async (_, text, kind, message) => {
    const before = (await admin.call(exportWorkflow)).body;
    const failure = await run('import', await fileOf('wrong.yaml', text)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect((failure as Error).message).toMatch(message);
    expect((await admin.call(exportWorkflow)).body).toEqual(before);
  });

  it('takes nothing over in the name of somebody who may not configure', async () => {
    const { username } = await house.account('default', ['ROLE_METADATA_EDITOR']);
    const path = await fileOf('own.yaml', 'version: 1\nstates: []\n');
    await expect(run('import', path, '--prune', '--as', username)).rejects.toThrow(
      /may not configure this organisation/,
    );
  });

  it('refuses a file that is not there, and words that it does not know', async () => {
    await expect(run('import', join(folder, 'nothing.yaml'))).rejects.toThrow(
      /can't be read: there is no such file/,
    );
    for (const words of [[], ['copy'], ['import'], ['export', 'a', 'b'], ['export', '--format', 'xml']])
      await expect(run(...words)).rejects.toThrow(UsageError);
  });
});
