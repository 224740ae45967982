import type { Role } from '@armarium/contract/capability';
import { updateTenantUser } from '@armarium/contract/accounts';
import { expect, it } from 'vitest';
import { jobContext } from '../../../../../tests/harness/job-context.ts';
import { importedItem, openInstallation, uploaded } from '../../../../../tests/http/test-installation.ts';
import type { MailConfig } from '../deliveries/public.ts';
import { mailImportEndsJob } from './public.ts';

const house = await openInstallation();
const tenantId = house.tenantIds.default;
const config: MailConfig = {
  smtpUrl: 'smtp://127.0.0.1:25',
  mailFrom: { name: '', address: 'catalogue@example.org' },
  publicUrl: 'https://catalogue.example.org',
};
const run = (settings: MailConfig = config) =>
  mailImportEndsJob(house.access.database, settings)({}, jobContext);
let made = 0;

/** Somebody who imports and has an address. @param chosen the message, so many minutes ago; null: not */
async function person(chosen: number | null = 120, role: Role = 'ROLE_TENANT_ADMIN') {
  const account = await house.account('default', [role]);
  const client = await house.signedIn(account);
  const email = `person-${(made += 1)}@example.org`;
  await house.query('update account set email = $2 where uuid = $1', [account.uuid, email]);
  const choose = (importMail: boolean) =>
    client.call(updateTenantUser, { params: { id: account.uuid }, body: { preferences: { importMail } } });
  if (chosen !== null) {
    await choose(true);
    await house.query(
      `update account set import_mail_since = now() - $2 * interval '1 minute' where uuid = $1`,
      [account.uuid, chosen],
    );
  }
  return { uuid: account.uuid, email, client, choose };
}
type Person = Awaited<ReturnType<typeof person>>;

interface Times {
  readonly began: number;
  readonly ended: number | undefined;
}

/** Imports an item with files, of which one fails where that is wanted. @param times minutes ago */
async function imported({ client }: Person, files: number, { began, ended }: Times, hasFailed = false) {
  const uploads = [];
  for (let index = 0; index < files; index += 1) uploads.push(await uploaded(client));
  const item = await importedItem(client, { sgtt: 'A herbarium', pressmark: `Bot. ${(made += 1)}` }, uploads);
  await house.query(
    `update asset_import set created_at = now() - $2 * interval '1 minute',
       finished_at = now() - $3::float8 * interval '1 minute',
       overall_state = case when $3::float8 is null then 'PENDING' else 'DONE' end
     where item_uuid = $1`,
    [item.uuid, began, ended ?? null],
  );
  if (hasFailed)
    await house.query(
      `update asset_import set overall_state = 'ERROR' where uuid =
         (select uuid from asset_import where item_uuid = $1 limit 1)`,
      [item.uuid],
    );
  return item;
}

const messagesTo = ({ email }: Person) =>
  house.query<{ purpose: string; content: { subject: string; paragraphs: string[]; links: object[] } }>(
    'select purpose, content from delivery where recipient = $1 order by uuid',
    [email],
  );

it('tells those who chose it, once, when a long import has ended, with what failed', async () => {
  const [ada, silent] = [await person(), await person(null)];
  const item = await imported(ada, 2, { began: 60, ended: 10 }, true);
  await imported(ada, 1, { began: 20, ended: 3 });
  await imported(silent, 1, { began: 60, ended: 3 });
  // Two processes at once, and a minute later.
  await Promise.all([run(), run()]);
  await run();
  const told = await messagesTo(ada);
  expect(told).toMatchObject([
    {
      purpose: 'import-ended',
      content: {
        subject: 'Your import has ended: 1 failed',
        paragraphs: [
          'The import of 3 files has ended. It took 57 min.',
          expect.stringMatching(/^1 file could not/) as string,
          expect.any(String) as string,
        ],
      },
    },
  ]);
  expect(told[0]?.content.links[0]).toEqual({
    label: expect.stringMatching(/^page\.png: A herbarium \(Bot\. \d+\)$/) as string,
    href: expect.stringMatching(
      new RegExp(`^https://catalogue\\.example\\.org/ui/catalog/.*/cultural-item/${item.uuid}$`),
    ) as string,
  });
  expect(await messagesTo(silent)).toEqual([]);
});

it('waits until nothing is on its way and nothing has come for two minutes', async () => {
  const ada = await person();
  await imported(ada, 1, { began: 60, ended: 30 });
  const open = await imported(ada, 1, { began: 50, ended: undefined });
  await run();
  expect(await messagesTo(ada)).toEqual([]);
  const end = (minutes: number) =>
    house.query(
      `update asset_import set overall_state = 'DONE', finished_at = now() - $2 * interval '1 minute' where item_uuid = $1`,
      [open.uuid, minutes],
    );
  await end(1);
  await run();
  expect(await messagesTo(ada)).toEqual([]);
  await end(2.1);
  await run();
  expect(await messagesTo(ada)).toHaveLength(1);
});

it('does not tell of a short import, nor count it to the next one', async () => {
  const ada = await person();
  await imported(ada, 1, { began: 60, ended: 56 });
  await run();
  expect(await messagesTo(ada)).toEqual([]);
  await imported(ada, 1, { began: 40, ended: 30 });
  await run();
  const [told] = await messagesTo(ada);
  expect(told?.content.paragraphs[0]).toBe('The import of 1 file has ended. It took 10 min.');
});

it('tells of spreadsheets', async () => {
  const ada = await person();
  await house.query(
    `insert into batch (tenant_id, uuid, kind, state, account_uuid, account_name, action, total, changed, failed,
       started_at, ended_at)
     values ($1, gen_random_uuid(), 'spreadsheet', 'DONE', $2, 'Ada', '{"filename":"list.csv"}', 5, 4, 1,
       now() - interval '20 minutes', now() - interval '5 minutes')`,
    [tenantId, ada.uuid],
  );
  await run();
  expect(await messagesTo(ada)).toMatchObject([
    {
      content: {
        subject: 'Your import has ended: 1 failed',
        paragraphs: [
          expect.stringContaining('list.csv has ended. Rows written: 4; failed: 1.'),
          expect.any(String),
        ],
      },
    },
  ]);
});

it('tells nothing of the time in which it was not chosen', async () => {
  const ada = await person();
  await ada.choose(false);
  await imported(ada, 1, { began: 60, ended: 10 });
  await ada.choose(true);
  await run();
  expect(await messagesTo(ada)).toEqual([]);
});

it.each([
  { smtpUrl: undefined },
  { mailFrom: undefined },
  { publicUrl: undefined },
] satisfies Partial<MailConfig>[])('writes nothing where mail is not set up: %o', async (lacking) => {
  const ada = await person();
  await imported(ada, 1, { began: 60, ended: 10 });
  await run({ ...config, ...lacking });
  await run();
  expect(await messagesTo(ada)).toEqual([]);
});

it('waits while a file is being sent', async () => {
  const ada = await person();
  await imported(ada, 1, { began: 60, ended: 10 });
  const { uuid } = await uploaded(ada.client);
  await run();
  expect(await messagesTo(ada)).toEqual([]);
  await house.query(`update upload set uploaded_at = now() - interval '3 minutes' where uuid = $1`, [uuid]);
  await run();
  expect(await messagesTo(ada)).toHaveLength(1);
});

it('counts nothing that is in the trash, and no failure that was replaced', async () => {
  const ada = await person();
  const trashed = await imported(ada, 1, { began: 60, ended: 50 }, true);
  await house.query('update item set trashed_at = now() where uuid = $1', [trashed.uuid]);
  const replaced = await imported(ada, 1, { began: 60, ended: 10 }, true);
  await house.query('update asset set wanted_version = 2 where item_uuid = $1', [replaced.uuid]);
  await run();
  const [told] = await messagesTo(ada);
  expect(told?.content).toMatchObject({
    subject: 'Your import has ended',
    paragraphs: ['The import of 1 file has ended. It took 50 min.', 'It is ready.', expect.any(String)],
  });
});

it('tells nothing of records that the account may not see any more', async () => {
  const [ada, reader] = [await person(null), await person(120, 'ROLE_RESEARCHER')];
  for (const visibility of ['restricted', 'private']) {
    const { uuid } = await imported(ada, 1, { began: 60, ended: 10 }, true);
    await house.query('update asset_import set account_uuid = $2 where item_uuid = $1', [uuid, reader.uuid]);
    await house.query('update item set visibility = $2 where uuid = $1', [uuid, visibility]);
  }
  await run();
  const [told] = await messagesTo(reader);
  expect(told?.content.paragraphs[0]).toBe('The import of 1 file has ended. It took 50 min.');
  expect(told?.content.links).toHaveLength(3);
});

it('tells nothing to whoever is not active any more', async () => {
  const ada = await person();
  await imported(ada, 1, { began: 60, ended: 10 });
  await house.query(
    `insert into account_membership (tenant_id, account_uuid, active) values ($1, $2, false)
     on conflict (tenant_id, account_uuid) do update set active = false`,
    [tenantId, ada.uuid],
  );
  await run();
  expect(await messagesTo(ada)).toEqual([]);
});

it('goes on to the others where it fails for one account', async () => {
  const [ada, bruna] = [await person(), await person()];
  for (const one of [ada, bruna]) await imported(one, 1, { began: 60, ended: 10 });
  await house.query(
    `create function no_mail() returns trigger language plpgsql as $$ begin
       if new.account_uuid = '${ada.uuid}' then raise exception 'broken'; end if; return new; end $$`,
  );
  await house.query(
    'create trigger no_mail before insert on delivery for each row execute function no_mail()',
  );
  await run();
  await house.query('drop trigger no_mail on delivery; drop function no_mail()');
  expect([await messagesTo(ada), await messagesTo(bruna)]).toMatchObject([[], [{ purpose: 'import-ended' }]]);
  await run();
  expect(await messagesTo(ada)).toHaveLength(1);
});
