import { afterAll, describe, expect, it } from 'vitest';
import { getSelf, isLogged } from '@armarium/contract/session';
import { HttpClient } from '../harness/http-client.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';

const armarium = await RunningArmarium.start();
afterAll(() => armarium.close());

/** `armarium user …` as a process of its own. @throws unless it ends with the code expected */
async function user(words: readonly string[], { code = 0, input }: { code?: number; input?: string } = {}) {
  const env = { DATA_DIR: armarium.dataDir };
  const run = ProgramRun.armarium(['user', ...words], env, input);
  const ended = await run.ended;
  expect({ output: run.output, code: ended.code }).toEqual({ output: run.output, code });
  return run.output;
}

const visitor = () => new HttpClient(armarium.origin);
const letsIn = async (username: string, password: string) =>
  (await visitor().signIn(username, password)).status === 200;
const shownPassword = (output: string) =>
  /with the password (\S+) \(it is shown this once\)/.exec(output)?.[1];

/** Makes an account with a password from standard input. */
const add = (username: string, ...further: string[]) =>
  user(['add', username, '--password-stdin', ...further], { input: 'a password by hand\n' });

describe('beside a running server, the user command', () => {
  it('makes accounts, with a password from standard input or one that it shows once', async () => {
    const made = await user([
      'add',
      'nilde',
      '--role',
      'publisher',
      '--surname',
      'Bianchi',
      '--name',
      'Nilde',
    ]);
    const password = shownPassword(made) ?? '';
    expect(password).toHaveLength(20);
    const client = visitor();
    expect((await client.signIn('nilde', password)).body).toMatchObject({
      surname: 'Bianchi',
      roles: ['ROLE_PUBLISHER'],
    });
    expect(await add('Òscar')).not.toContain('a password by hand');
    expect(await letsIn('òscar', 'a password by hand')).toBe(true);
    const list = await user(['list']);
    expect(list).toMatch(/^admin +Armarium Administrator +- +here +ROLE_ADMIN$/m);
    expect(list).toMatch(/^nilde +Nilde Bianchi +- +here +ROLE_PUBLISHER$/m);
  });

  it('judges what it is given as the API does, and says what is wrong', async () => {
    const short = await user(['add', 'short', '--password-stdin'], { code: 1, input: 'eleven sign\n' });
    expect(short).toContain('Password must be at least 12 characters');
    expect(await user(['add', 'no', '--email', 'nowhere'], { code: 1 })).toContain('E-mail must be valid');
    expect(await user(['add', 'a:b'], { code: 1 })).toContain('without a colon');
    expect(await user(['add', 'ADMIN'], { code: 1 })).toContain('There is an account admin already');
    expect(await user(['add', 'x', '--role', 'publsher'], { code: 2 })).toContain('Is ROLE_PUBLISHER meant?');
    expect(await user(['list', '--tenant', 'nowhere'], { code: 1 })).toContain('Known: default');
    expect(await user(['password', 'nobody'], { code: 1 })).toContain('no account "nobody"');
    expect(await user(['password', 'admin', 'secret on the line'], { code: 2 })).toContain('one username');
    const silent = await user(['password', 'admin', '--password-stdin'], { code: 1, input: '' });
    expect(silent).toContain('No password came in');
    expect(await letsIn('admin', armarium.password)).toBe(true);
    expect(await user(['list'])).not.toMatch(/short|nowhere/);
  });

  it('gives and takes roles, which open sessions of the server feel', async () => {
    await add('rosa');
    const client = visitor();
    await client.signIn('rosa', 'a password by hand');
    const rolesOf = async () => (await client.call(getSelf)).body.roles;
    expect(await rolesOf()).toEqual(['ROLE_USER']);
    const changed = await user([
      'roles',
      'rosa',
      '--grant',
      'ROLE_CCC',
      '--grant',
      'admin',
      '--revoke',
      'user',
    ]);
    expect(changed).toContain('rosa has in default: ROLE_CCC, ROLE_ADMIN.');
    await expect.poll(rolesOf).toEqual(['ROLE_CCC', 'ROLE_ADMIN']);
    await user(['roles', 'rosa', '--revoke', 'ccc', '--revoke', 'admin']);
    await expect.poll(async () => (await client.call(isLogged)).body.logged).toBe(false);
  });

  it('sets a new password for who lost theirs, and ends their sessions', async () => {
    await add('lucia');
    const client = visitor();
    await client.signIn('lucia', 'a password by hand');
    const password = shownPassword(await user(['password', 'LUCIA'])) ?? '';
    expect(await letsIn('lucia', 'a password by hand')).toBe(false);
    expect(await letsIn('lucia', password)).toBe(true);
    await expect.poll(async () => (await client.call(isLogged)).body.logged).toBe(false);
    await user(['password', 'lucia', '--password-stdin'], { input: 'her own, once more\nsecond line' });
    expect(await letsIn('lucia', 'her own, once more')).toBe(true);
  });

  it('[PERM-35] leaves an organisation its last admin', async () => {
    await add('pia');
    for (const words of [
      ['remove', 'admin'],
      ['roles', 'admin', '--revoke', 'ROLE_ADMIN'],
    ]) {
      expect(await user(words, { code: 1 })).toContain('Give ROLE_ADMIN to another account first');
    }
    await user(['roles', 'pia', '--grant', 'tenant-admin']);
    expect(await user(['remove', 'admin'], { code: 1 })).toContain('the last one with ROLE_ADMIN');
    expect(await user(['remove', 'pia'])).toContain('The account pia was removed');
    expect(await letsIn('pia', 'a password by hand')).toBe(false);
    expect(await letsIn('admin', armarium.password)).toBe(true);
  });
});

describe('without a server, the user command', () => {
  it('does the same on the folder alone, and keeps the last account of all', async () => {
    await armarium.stop();
    for (const line of (await user(['list'])).split('\n').slice(1)) {
      const [name = ''] = line.split(' ');
      if (name !== '' && name !== 'admin') await user(['remove', name]);
    }
    await user(['password', 'admin', '--password-stdin'], { input: 'found again at last' });
    await armarium.restart();
    expect(await letsIn('admin', 'found again at last')).toBe(true);
    await armarium.stop();
    expect(await user(['remove', 'admin'], { code: 1 })).toContain('the last one with ROLE_ADMIN');
    await user(['add', 'vera', '--role', 'admin', '--password-stdin'], { input: 'a password by hand' });
    expect(await user(['remove', 'admin'])).toContain('The account admin was removed');
    await armarium.restart();
    expect(await letsIn('vera', 'a password by hand')).toBe(true);
  });
});
