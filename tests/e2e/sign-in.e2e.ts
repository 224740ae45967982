import type { Browser, Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { CLIENT_ID, CLIENT_SECRET, IdentityProvider } from '../harness/identity-provider.ts';
import { Person } from './person.ts';
import { HttpClient } from '../harness/http-client.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { en } from './words.ts';

let armarium: Site;
let browser: Browser;

/** Gives the browser a device that makes passkeys, and uses them as if its owner agreed each time. */
async function withPasskeys(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

beforeAll(async () => {
  [armarium, browser] = await openSite();
});

test('[LOGIN-02, LOGIN-05, LOGIN-09] a wrong password is told, what was typed stays, and the right one leads to the page asked for', async () => {
  const person = await Person.arrive(browser, armarium);
  const { page } = person;
  // Without a session every page leads to the sign-in, and from there to what was asked for.
  await page.goto('/ui/catalog?page=3');
  await page.waitForURL('**/ui/login*');

  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/users/login')) asked.push(request);
  });
  const answer = page.waitForResponse('**/users/login');
  await person.fillSignIn(armarium.username, 'not the password');
  await page.getByRole('alert').filter({ hasText: 'Invalid username or password' }).waitFor();
  expect((await answer).status()).toBe(401);
  expect((await answer).headers()['www-authenticate']).toBeUndefined();
  expect(await page.getByRole('textbox', { name: en.session.username }).inputValue()).toBe(armarium.username);
  person.expectFailure(401, 'GET', /^\/users\/login$/);

  await person.fillSignIn(undefined, armarium.password);
  await page.waitForURL('**/ui/catalog?page=3');
  for (const request of asked) {
    const [scheme, credentials = ''] = ((await request.headerValue('authorization')) ?? '').split(' ');
    expect(request.method()).toBe('GET');
    expect(scheme).toBe('Basic');
    expect(Buffer.from(credentials, 'base64').toString('utf8').split(':')[0]).toBe(armarium.username);
  }
  await person.leave();
});

test('[LOGIN-11, LOGIN-19] calls carry the session, and those that change something its token', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (/\/(meta|iam|ccc|users|import-manager)\//.test(request.url())) calls.push(request);
  });
  await page.goto('/ui/catalog');
  const wizard = await person.openWizard();
  await person.fillNewItem(wizard, 'Carried', '', 'TOKEN 1');
  await person.goOn(wizard);
  const buffer = await drawnImage('png', 60, 40);
  await person.chooseFiles(wizard, [{ name: 'small.png', mimeType: 'image/png', buffer }]);
  const imported = page.waitForResponse('**/ccc/importCulturalItem');
  await person.upload(wizard);
  expect((await imported).status()).toBe(201);

  const cookies = await person.context.cookies();
  const value = (name: string) => cookies.find((cookie) => cookie.name === name)?.value ?? '';
  const modifying = calls.filter((request) => request.method() !== 'GET');
  expect(modifying.length).toBeGreaterThanOrEqual(2);
  for (const request of calls)
    expect((await request.allHeaders())['cookie']).toContain(`armarium_session=${value('armarium_session')}`);
  for (const request of modifying)
    expect(await request.headerValue('x-xsrf-token')).toBe(decodeURIComponent(value('XSRF-TOKEN')));
  await person.leave();
});

test('signing out ends the session and leads to the sign-in page', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page, words } = person;
  await page.goto('/ui/catalog');
  const session = (await person.context.cookies()).find(({ name }) => name === 'armarium_session');
  // A picture that is still loading when the session ends is refused.
  await person.settled();
  await page.getByRole('button', { name: words.app.signOut }).click();
  await page.waitForURL('**/ui/login');
  await page.getByRole('form', { name: words.session.signIn }).waitFor();
  const client = new HttpClient(armarium.origin);
  const answer = await client.send('GET', '/iam/jarvisUsers/search/self', {
    cookie: `armarium_session=${session?.value}`,
  });
  client.close();
  expect(answer.status).toBe(401);
  await person.leave();
});

test('a passkey that was added in the profile opens a session in place of the password', async () => {
  const person = await Person.arrive(browser, armarium);
  const { page, words } = person;
  const own = words.secondFactor.passkeys;
  await withPasskeys(page);
  await page.goto('/ui/management/self');
  await person.fillSignIn(armarium.username, armarium.password);
  const section = page.getByRole('region', { name: own.title });
  await section.getByText(own.none).waitFor();
  await section.getByRole('button', { name: own.add }).click();
  const dialog = page.getByRole('dialog', { name: own.add });
  await dialog.getByRole('textbox', { name: own.name }).fill('Laptop');
  await dialog.getByRole('button', { name: own.addConfirm, exact: true }).click();
  await section.getByText(own.unused).waitFor();
  await person.settled();
  await page.getByRole('button', { name: words.app.signOut }).click();
  await page.waitForURL('**/ui/login');

  await page.getByRole('button', { name: words.session.passkey.signIn }).click();
  await page.waitForURL('**/ui/catalog*');
  await page.getByRole('button', { name: words.browse.addItem, exact: true }).waitFor();
  await page.goto('/ui/management/self');
  await section.getByText(/^Last used /).waitFor();
  await person.leave();
});

test('whoever the provider of the organisation knows signs in with it, with the roles of their groups', async () => {
  const idp = await IdentityProvider.start();
  idp.people.set('nilde', { preferred_username: `nilde of ${armarium.tenant}`, groups: ['editors'] });
  const admin = await Person.signedIn(browser, armarium);
  const { signOn } = admin.words.organisation;
  await admin.page.goto('/ui/organisation');
  const settings = admin.page.getByRole('region', { name: signOn.title });
  await settings.getByRole('button', { name: signOn.add }).click();
  const form = admin.page.getByRole('dialog', { name: signOn.add });
  const fill = (name: string, text: string) => form.getByRole('textbox', { name }).fill(text);
  await fill(signOn.field.label, 'the house');
  await fill(signOn.field.issuer, `${idp.issuer}/`);
  await form.getByRole('button', { name: signOn.checkOf }).click();
  // It writes its issuer without the slash.
  await form.getByRole('button', { name: signOn.takeFound }).click();
  await fill(signOn.field.clientId, CLIENT_ID);
  await form.locator('input[type=password]').fill(CLIENT_SECRET);
  await fill(signOn.field.claim, 'groups');
  await form.getByRole('button', { name: signOn.addGroup }).click();
  await fill(signOn.group.replace('{{line}}', '1'), 'editors');
  await form.getByLabel(signOn.role.replace('{{line}}', '1')).selectOption('ROLE_METADATA_EDITOR');
  await form.getByRole('button', { name: admin.words.organisation.save }).click();
  await settings.getByRole('status').filter({ hasText: 'the house' }).waitFor();
  await admin.leave();

  const person = await Person.arrive(browser, armarium);
  const { page, words } = person;
  const signIn = words.signOn.signIn.replace('{{label}}', 'the house');
  await page.goto('/ui/login?next=%2Fui%2Fmanagement%2Fself');
  await page.getByRole('link', { name: signIn }).click();
  await page.getByRole('button', { name: 'No' }).click();
  await page.getByRole('alert').filter({ hasText: words.signOn.failure.cancelled.title }).waitFor();
  await page.getByRole('link', { name: signIn }).click();
  await page.getByLabel('Name').fill('nilde');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/ui/management/self');
  await page.getByText(words.signOn.onlyWayIn).waitFor();
  await person.leave();
  await idp.close();
});

test('[LOGIN-10] signing out in a frame tells the page of the same origin around it', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page, words } = person;
  // A plain page of the same origin.
  await page.goto('/healthz');
  const told = page.evaluate(
    () =>
      new Promise<{ data: unknown; origin: string }>((resolve) => {
        window.addEventListener('message', ({ data, origin }) => {
          resolve({ data: data as unknown, origin });
        });
        const frame = document.createElement('iframe');
        frame.src = '/ui/catalog';
        frame.style.cssText = 'width: 1200px; height: 800px';
        document.body.append(frame);
      }),
  );
  const signOut = page.frameLocator('iframe').getByRole('button', { name: words.app.signOut });
  await signOut.waitFor();
  await person.settled();
  await signOut.click();
  expect(await told).toEqual({ data: 'armarium:logout', origin: armarium.origin });
  await person.leave();
});
