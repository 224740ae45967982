import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Role } from '@armarium/contract/capability';
import type { Method } from '@armarium/contract/operation';
import type { Problem } from '@armarium/contract/problem';
import { openInstallation } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const bystander = (await house.account('default', ['ROLE_USER'])).uuid;

const others: readonly Role[] = [
  'ROLE_USER',
  'ROLE_RESEARCHER',
  'ROLE_IMAGE_DOWNLOAD',
  'ROLE_NO_WATERMARK',
  'ROLE_METADATA_EDITOR',
  'ROLE_CCC',
  'ROLE_PUBLISHER',
];
const signedIn = (roles: readonly Role[]) =>
  Promise.all(
    roles.map(async (role) => {
      const client = await house.person('default', role);
      return { role, client, token: await client.csrfToken() };
    }),
  );
const managers = await signedIn(['ROLE_TENANT_ADMIN', 'ROLE_ADMIN']);
const everybodyElse = await signedIn(others);

const account = `/iam/jarvisUsers/${bystander}` as const;
const unknown = randomUUID();

/** Written out, whatever the contract says of them: users, fields, workflow, and what images visitors get. */
it.each<[Method, `/${string}`]>([
  ['GET', '/iam/roles'],
  ['GET', '/iam/jarvisUsers/search/findByTenant?tenant=default'],
  ['GET', '/iam/jarvisUsers/search/findByUsername?username=nobody'],
  ['POST', '/iam/jarvisUsers'],
  ['GET', account],
  ['PATCH', account],
  ['PUT', `${account}/tenantPermissions`],
  ['PUT', `${account}/avatar`],
  ['DELETE', `${account}/avatar`],
  ['POST', `${account}/invitation`],
  ['DELETE', `${account}/secondFactor`],
  ['POST', '/meta/customMetadataTemplates'],
  ['PATCH', `/meta/customMetadataTemplates/${unknown}`],
  ['DELETE', `/meta/customMetadataTemplates/${unknown}`],
  ['PUT', '/meta/customMetadataTemplates/order?resourceType=ITEM'],
  ['GET', `/meta/customMetadataTemplates/${unknown}/usage`],
  ['POST', '/meta/itemStates'],
  ['PATCH', `/meta/itemStates/${unknown}`],
  ['DELETE', `/meta/itemStates/${unknown}`],
  ['GET', `/meta/itemStates/${unknown}/usage`],
  ['GET', '/meta/itemStates/search/countByResourceType?resourceType=ITEM'],
  ['GET', '/meta/customMetadataTemplates/search/countByResourceType?resourceType=ITEM'],
  ['POST', '/meta/transitionTemplates'],
  ['PATCH', `/meta/transitionTemplates/${unknown}`],
  ['DELETE', `/meta/transitionTemplates/${unknown}`],
  ['POST', `/meta/transitionTemplates/${unknown}/trial`],
  ['POST', '/meta/transitionTasks'],
  ['PATCH', `/meta/transitionTasks/${unknown}`],
  ['DELETE', `/meta/transitionTasks/${unknown}`],
  ['PUT', `/meta/transitionTasks/order?transitionUuid=${unknown}`],
  ['GET', '/meta/effects'],
  ['GET', `/meta/effects/${unknown}`],
  ['POST', `/meta/effects/${unknown}/retry`],
  ['POST', '/meta/effects/retry'],
  ['GET', '/meta/workflow'],
  ['POST', '/meta/workflow'],
  ['GET', '/iam/organisation'],
  ['PATCH', '/iam/organisation'],
  ['PUT', '/iam/organisation/logo'],
  ['DELETE', '/iam/organisation/logo'],
  ['GET', '/iam/organisation/changes'],
  ['GET', '/iam/organisation/agreements'],
  ['GET', '/iam/organisation/duePurge?trashDays=30'],
  ['POST', '/iam/organisation/signOn/check'],
  ['POST', '/iam/organisation/mail/test'],
  ['GET', '/iam/organisation/mail/messages'],
  ['GET', `/iam/organisation/mail/messages/${unknown}`],
  ['GET', '/iam/imageDelivery'],
  ['PATCH', '/iam/imageDelivery'],
  ['PUT', '/iam/imageDelivery/watermark'],
  ['DELETE', '/iam/imageDelivery/watermark'],
  ['POST', '/iam/imageDelivery/watermark/preview'],
])('[PERM-29] %s %s is for administrators alone', async (method, path) => {
  const ask = async ({ role, client, token }: (typeof managers)[number]) => {
    const isFile = /avatar|watermark|logo/.test(path);
    const body = Buffer.from(isFile ? '--edge--\r\n' : '{}');
    const headers = {
      'x-xsrf-token': token,
      'content-type': isFile ? 'multipart/form-data; boundary=edge' : 'application/json',
      'content-length': body.length,
    };
    const answer = await (method === 'GET' || method === 'DELETE'
      ? client.send<Problem>(method, path, { 'x-xsrf-token': token })
      : client.send<Problem>(method, path, headers, Readable.from([body])));
    return { role, status: answer.status, code: (answer.body as Problem | undefined)?.code };
  };
  for (const person of everybodyElse) {
    expect(await ask(person)).toEqual({ role: person.role, status: 403, code: 'forbidden' });
  }
  for (const person of managers) {
    // Whatever is wrong with what they sent, it isn't who they are.
    const { status } = await ask(person);
    expect([200, 202, 204, 400, 404, 409, 422]).toContain(status);
  }
});
