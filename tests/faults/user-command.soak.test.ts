import { generateSync } from 'otplib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmTotp, startTotp } from '@armarium/contract/second-factor';
import { getPermissions, getSelf, isLogged } from '@armarium/contract/session';
import { addToken } from '@armarium/contract/tokens';
import { userCommand } from '../../apps/server/src/commands/user.ts';
import { HttpClient } from '../harness/http-client.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { eventually } from '../harness/waiting.ts';
import { commandRun } from './command-run.ts';
import { ProgramRun } from './program-run.ts';

const armarium = await RunningArmarium.start();
afterAll(() => armarium.close());

/** `armarium user …`. @throws unless it ends with the code expected */
async function user(words: readonly string[], code = 0): Promise<string> {
  const ended = await commandRun(userCommand, words, armarium.dataDir);
  expect(ended).toEqual({ output: ended.output, code });
  return ended.output;
}

/** The same with a password on standard input, which a process of its own is needed for. */
async function userWithInput(words: readonly string[], input: string, code = 0): Promise<string> {
  const command = ['user', ...words, '--password-stdin'];
  const run = ProgramRun.armarium(command, { DATA_DIR: armarium.dataDir }, input);
  const ended = await run.ended;
  expect({ output: run.output, code: ended.code }).toEqual({ output: run.output, code });
  return run.output;
}

const visitor = () => new HttpClient(armarium.origin);
const letsIn = async (username: string, password: string) =>
  (await visitor().signIn(username, password)).status === 200;
const shownPassword = (output: string) =>
  /with the password (\S+) \(it is shown this once\)/.exec(output)?.[1];

async function removeOthers(): Promise<void> {
  for (const line of (await user(['list'])).split('\n').slice(1)) {
    const [name = ''] = line.split(' ');
    if (name !== '' && name !== 'admin') await user(['remove', name]);
  }
}

/** Makes an account. @returns its password */
const add = async (username: string) => shownPassword(await user(['add', username])) ?? '';

describe('beside a running server, the user command', () => {
  // A further attempt of the runner's finds nobody whom the one before made.
  beforeEach(removeOthers);

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
    const byHand = await userWithInput(['add', 'Òscar'], 'a password by hand\n');
    expect(byHand).not.toContain('a password by hand');
    expect(await letsIn('òscar', 'a password by hand')).toBe(true);
    const list = await user(['list']);
    expect(list).toMatch(/^admin +Armarium Administrator +- +here +active +(-|\S+ \S+) +ROLE_ADMIN$/m);
    expect(list).toMatch(/^nilde +Nilde Bianchi +- +here +active +\S+ \S+ +ROLE_PUBLISHER$/m);
  });

  it('judges what it is given as the API does, and says what is wrong', async () => {
    const short = await userWithInput(['add', 'short'], 'eleven sign\n', 1);
    expect(short).toContain('Password must be at least 12 characters');
    expect(await user(['add', 'no', '--email', 'nowhere'], 1)).toContain('E-mail must be valid');
    expect(await user(['add', 'a:b'], 1)).toContain('without a colon');
    expect(await user(['add', 'ADMIN'], 1)).toContain('There is an account admin already');
    expect(await user(['add', 'x', '--role', 'publsher'], 2)).toContain('Is ROLE_PUBLISHER meant?');
    expect(await user(['list', '--tenant', 'nowhere'], 1)).toContain('Known: default');
    expect(await user(['password', 'nobody'], 1)).toContain('no account "nobody"');
    expect(await user(['password', 'admin', 'secret on the line'], 2)).toContain('one username');
    const silent = await userWithInput(['password', 'admin'], '', 1);
    expect(silent).toContain('No password came in');
    expect(await letsIn('admin', armarium.password)).toBe(true);
    expect(await user(['list'])).not.toMatch(/short|nowhere/);
  });

  it('gives and takes roles, which open sessions of the server feel', async () => {
    const password = await add('rosa');
    const client = visitor();
    await client.signIn('rosa', password);
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
    await eventually(rolesOf).toEqual(['ROLE_CCC', 'ROLE_ADMIN']);
    await user(['roles', 'rosa', '--revoke', 'ccc', '--revoke', 'admin']);
    await eventually(async () => (await client.call(isLogged)).body.logged).toBe(false);
  });

  it('deactivates an account, whose sessions end, and lets it in again', async () => {
    const password = await add('elsa');
    const client = visitor();
    await client.signIn('elsa', password);
    expect(await user(['deactivate', 'elsa'])).toContain('elsa can’t sign in to default any more');
    await eventually(async () => (await client.call(isLogged)).body.logged).toBe(false);
    expect(await letsIn('elsa', password)).toBe(false);
    expect(await user(['list'])).toMatch(/^elsa .*deactivated/m);
    await user(['activate', 'elsa']);
    expect(await letsIn('elsa', password)).toBe(true);
    expect(await user(['deactivate', 'admin'], 1)).toContain('the last one with ROLE_ADMIN');
  });

  it('closes a whole account, whatever its organisations say, and opens it again', async () => {
    const password = await add('gina');
    const client = visitor();
    await client.signIn('gina', password);
    expect(await user(['close', 'gina'])).toContain('The account gina is closed');
    await eventually(async () => (await client.call(isLogged)).body.logged).toBe(false);
    expect(await letsIn('gina', password)).toBe(false);
    expect(await user(['list'])).toMatch(/^gina .* closed /m);
    expect(await user(['roles', 'gina'])).toContain(
      'gina has in default: ROLE_USER. The whole account is closed.',
    );
    expect(await user(['activate', 'gina'], 1)).toContain('"user reopen" opens it again');
    expect(await user(['close', 'gina'], 1)).toContain('closed already');
    expect(await user(['close', 'admin'], 1)).toContain('the last one with ROLE_ADMIN');
    await user(['reopen', 'GINA']);
    expect(await letsIn('gina', password)).toBe(true);
    expect(await user(['reopen', 'gina'], 1)).toContain('not closed');
  });

  it('sets a new password for who lost theirs, and ends their sessions', async () => {
    const old = await add('lucia');
    const client = visitor();
    await client.signIn('lucia', old);
    const password = shownPassword(await user(['password', 'LUCIA'])) ?? '';
    expect(await letsIn('lucia', old)).toBe(false);
    expect(await letsIn('lucia', password)).toBe(true);
    await eventually(async () => (await client.call(isLogged)).body.logged).toBe(false);
    await userWithInput(['password', 'lucia'], 'her own, once more\nsecond line');
    expect(await letsIn('lucia', 'her own, once more')).toBe(true);
  });

  it('removes the second factor of who has lost it, and ends their sessions', async () => {
    const password = await add('olga');
    const client = visitor();
    await client.signIn('olga', password);
    expect(await user(['reset-second-factor', 'olga'], 1)).toContain('olga has no second factor');
    const { secret } = (await client.call(startTotp)).body;
    const code = generateSync({ secret });
    expect((await client.call(confirmTotp, { body: { code } })).status).toBe(200);
    expect(await letsIn('olga', password)).toBe(false);
    expect(await user(['reset-second-factor', 'OLGA'])).toContain('The second factor of olga was removed');
    await eventually(async () => (await client.call(isLogged)).body.logged).toBe(false);
    expect(await letsIn('olga', password)).toBe(true);
  });

  it('shows the tokens of an account, and removes some', async () => {
    const client = visitor();
    await client.signIn('nina', await add('nina'));
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = async (name: string) => {
      const body = { name, capabilities: ['browse' as const], expiresAt };
      return `Bearer ${(await client.call(addToken, { body })).body.token}`;
    };
    const [leaked, kept] = [await made('Leaked'), await made('Kept')];
    const answered = async (authorization: string) =>
      (await visitor().call(getPermissions, { headers: { authorization } })).status;
    expect([await answered(leaked), await answered(kept)]).toEqual([200, 200]);
    expect(await user(['tokens', 'nina'])).toMatch(/^Leaked .* browse$/m);
    expect(await user(['tokens', 'nina', '--remove', 'Leaked', '--remove', 'No'], 1)).toContain(
      'no token "No"',
    );
    const left = await user(['tokens', 'nina', '--remove', 'Leaked']);
    expect([left.includes('Leaked'), left.includes('Kept')]).toEqual([false, true]);
    await eventually(() => answered(leaked)).toBe(401);
    expect(await answered(kept)).toBe(200);
    expect(await user(['tokens', 'nina', '--remove', 'Kept'])).toContain('nina has no tokens in default.');
  });

  it('[PERM-35] leaves an organisation its last admin', async () => {
    const password = await add('pia');
    for (const words of [
      ['remove', 'admin'],
      ['roles', 'admin', '--revoke', 'ROLE_ADMIN'],
    ]) {
      expect(await user(words, 1)).toContain('Give ROLE_ADMIN to another account first');
    }
    await user(['roles', 'pia', '--grant', 'tenant-admin']);
    expect(await user(['remove', 'admin'], 1)).toContain('the last one with ROLE_ADMIN');
    expect(await user(['remove', 'pia'])).toContain('The account pia was removed');
    expect(await letsIn('pia', password)).toBe(false);
    expect(await letsIn('admin', armarium.password)).toBe(true);
  });
});

describe('without a server, the user command', () => {
  it('does the same on the folder alone, and keeps the last account of all', async () => {
    await removeOthers();
    await armarium.stop();
    expect(await user(['remove', 'admin'], 1)).toContain('the last one with ROLE_ADMIN');
    await user(['add', 'vera', '--role', 'admin']);
    await userWithInput(['password', 'vera'], 'found again at last');
    expect(await user(['remove', 'admin'])).toContain('The account admin was removed');
    await armarium.restart();
    expect(await letsIn('vera', 'found again at last')).toBe(true);
    expect(await letsIn('admin', armarium.password)).toBe(false);
  });
});
