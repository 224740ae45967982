import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import type { Role } from '@armarium/contract/capability';
import { openBrowser } from '../harness/browser.ts';
import { makeAccount } from './made-catalogue.ts';
import type { Site } from './site.ts';

/** The files of a worker run after one another in one process. It keeps these, even if a module is loaded anew. */
const ofThisWorker = globalThis as { browserOfTests?: Promise<Browser>; sitesOfTests?: number };

/** The browser that the files of a worker share. Each person in it has a profile of their own. Playwright ends it with the process. */
function sharedBrowser(): Promise<Browser> {
  ofThisWorker.browserOfTests ??= openBrowser();
  return ofThisWorker.browserOfTests;
}

/** An organisation for one file of tests on the server that the files of a worker share, and their browser. */
export async function openSite(): Promise<[Site, Browser]> {
  const server = inject('workerServers')[Number(process.env['VITEST_POOL_ID']) - 1];
  const used = ofThisWorker.sitesOfTests ?? 0;
  ofThisWorker.sitesOfTests = used + 1;
  const tenant = server?.tenants[used];
  if (!server || !tenant) throw new Error('There is no organisation left for this file.');
  const { port, dataDir } = server;
  const origin = `http://${tenant}.localhost:${port}`;
  const site = {
    origin,
    port,
    dataDir,
    tenant,
    username: `admin of ${tenant}`,
    password: 'a long enough password',
  };
  const roles: Role[] = ['ROLE_ADMIN'];
  await makeAccount(site, { ...site, name: 'Ada', surname: 'Rossi' }, roles);
  return [site, await sharedBrowser()];
}
