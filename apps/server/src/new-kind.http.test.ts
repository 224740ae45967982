import { Type, type TUnion } from '@sinclair/typebox';
import { defineOperation } from '@armarium/contract/operation';
import { RecordType, TemplateResourceType } from '@armarium/contract/record-types';
import { getItemHistory } from '@armarium/contract/history';
import { sql } from 'kysely';
import type { TenantQueries } from './db/database.ts';
import { setEntityTag } from './http/entity-tag.ts';
import { implement, type Implementation } from './http/operation-route.ts';
import { allRecords, countOf, jsonLine, recordsOf, survey } from './modules/spreadsheets/public.ts';
import {
  createRecords,
  editRecord,
  fieldTemplates,
  mirrorOf,
  newMetadata,
  recordHistoryPage,
  registerKind,
  sortTitle,
  type EditableRow,
  type RecordKind,
} from './modules/records/public.ts';
import { deleteRecord } from './modules/trash/public.ts';
import { invalid, notFound } from './problem-error.ts';

import { afterAll, expect, it } from 'vitest';
import { createTemplate } from '@armarium/contract/templates';
import { listTrash, purgeTrashEntry, restoreTrashEntry } from '@armarium/contract/trash';
import { listTransitionLogs, performTransition } from '@armarium/contract/transition-logs';
import { createTransitionTask, listTaskTemplates } from '@armarium/contract/transition-tasks';
import { createTransitionTemplate } from '@armarium/contract/transitions';
import { listening } from '../../../tests/http/event-listener.ts';
import { openInstallation } from '../../../tests/http/test-installation.ts';

/**
 * A kind of record that the product does not have, with its row in the table of kinds, its own table and its calls:
 * all that somebody writes who adds a kind.
 */
const PROBE = 'PROBE' as RecordType;

const byUuid = Type.Object({ uuid: Type.String() });
const Probe = Type.Object({
  uuid: Type.String(),
  sgtt: Type.String(),
  state: Type.String(),
  visibility: Type.String(),
});
const fields = {
  sgtt: Type.Optional(Type.String()),
  visibility: Type.Optional(Type.Union([Type.Literal('public'), Type.Literal('private')])),
};

const createProbe = defineOperation({
  tag: 'Probes',
  access: 'create',
  id: 'createProbe',
  method: 'POST',
  path: '/meta/probes',
  summary: 'Make a probe',
  body: Type.Object(fields),
  responses: { 201: Probe },
});
const getProbe = defineOperation({
  tag: 'Probes',
  access: 'browse',
  id: 'getProbe',
  method: 'GET',
  path: '/meta/probes/:uuid',
  summary: 'One probe',
  params: byUuid,
  responses: { 200: Probe },
});
const updateProbe = defineOperation({
  tag: 'Probes',
  access: 'session',
  id: 'updateProbe',
  method: 'PATCH',
  path: '/meta/probes/:uuid',
  summary: 'Change a probe',
  params: byUuid,
  body: Type.Object(fields),
  responses: { 200: Probe },
});
const deleteProbe = defineOperation({
  tag: 'Probes',
  access: 'trash',
  id: 'deleteProbe',
  method: 'DELETE',
  path: '/meta/probes/:uuid',
  summary: 'Move a probe to the trash',
  params: byUuid,
  query: Type.Object({ reason: Type.Optional(Type.String()) }),
  responses: { 204: null },
});
const getProbeHistory = defineOperation({
  ...getItemHistory,
  tag: 'Probes',
  id: 'getProbeHistory',
  path: '/meta/probes/:uuid/history',
});
const exportProbes = defineOperation({
  tag: 'Probes',
  access: 'exportMetadata',
  id: 'exportProbes',
  method: 'GET',
  path: '/meta/probes/export',
  summary: 'All probes as JSON Lines',
  responses: { 200: Type.Object({ count: Type.Integer(), lines: Type.Array(Type.String()) }) },
});

const kind: RecordKind = {
  resourceType: PROBE,
  named: 'The probe',
  table: 'probe',
  columns: (metadata) => {
    const sgtt = mirrorOf(metadata, 'sgtt');
    return { sgtt, sort_title: sortTitle(sgtt) };
  },
  tasks: ['REQUIRE_COMMENT', 'SET_METADATA', 'SET_VISIBILITY'],
  rights: { edit: 'edit', trash: 'trash' },
  isRestoredByMaker: true,
  calls: { get: getProbe, history: getProbeHistory },
};

/** What a migration of the kind does. */
const probeTable = `
  set search_path = armarium, public;
  create table probe (
    tenant_id integer not null references tenant (id), uuid uuid not null, sgtt text not null,
    sort_title text not null, metadata jsonb not null, state text not null, visibility text not null,
    ever_public boolean not null default false, created_by uuid, created_at timestamptz not null default now(),
    modified_at timestamptz not null default now(), version bigint not null default 1, trashed_at timestamptz,
    primary key (tenant_id, uuid));
  alter table probe owner to armarium_owner;
  alter table probe enable row level security;
  create policy tenant_rows on probe using (tenant_id = (select current_tenant()))
    with check (tenant_id = (select current_tenant()));
  grant select, insert, update, delete on probe to armarium_app;
  create trigger tell_of_made after insert on probe referencing new table as after_rows
    for each statement execute function tell_of_made('record.changed', 'PROBE');
  create trigger tell_of_changed after update on probe referencing old table as before_rows new table as after_rows
    for each statement execute function tell_of_changed('PROBE');
  alter table trash_record drop constraint trash_record_resource_form;
  alter table metadata_template drop constraint metadata_template_resource_form;
  alter table transition_template drop constraint transition_template_resource_form;`;

type ProbeRow = EditableRow & {
  readonly sgtt: string;
  readonly state: string;
  readonly version: string;
  readonly created_by: string | null;
};

async function probe(db: TenantQueries, uuid: string): Promise<ProbeRow | undefined> {
  const { rows } = await sql<ProbeRow>`
    select *, '{}'::uuid[] as parents from probe where uuid = ${uuid}::uuid and trashed_at is null`.execute(
    db,
  );
  return rows[0];
}

const view = ({ uuid, sgtt, state, visibility }: ProbeRow) => ({ uuid, sgtt, state, visibility });

const probeOperations: Implementation[] = [
  implement(createProbe, ({ data, body }) =>
    data.write('create', async (tx) => {
      const { metadata, problems } = newMetadata([], { sgtt: body.sgtt }, await fieldTemplates(tx.db, PROBE));
      if (problems.length > 0) throw invalid(problems);
      const [made] = await createRecords(tx, kind, [{ metadata, visibility: body.visibility }]);
      const row = await probe(tx.db, made?.uuid ?? '');
      if (!row) throw notFound('The probe');
      return view(row);
    }),
  ),
  implement(exportProbes, ({ data }) =>
    data.read(async (db) => {
      const found = await survey(db, kind, allRecords(kind));
      const lines: string[] = [];
      for await (const records of recordsOf(found, (run) => run(db))) lines.push(...records.map(jsonLine));
      return { count: countOf(found), lines };
    }),
  ),
  implement(getProbe, async ({ data, params, reply }) => {
    const row = await data.read((db) => probe(db, params.uuid));
    if (!row) throw notFound('The probe');
    setEntityTag(reply, row.version);
    return view(row);
  }),
  implement(updateProbe, async ({ data, params, body: { sgtt, visibility }, request }) => {
    const wanted = { list: undefined, mirrors: { sgtt }, parents: undefined, visibility };
    const row = await data.write('edit', (tx) =>
      editRecord(tx, kind, { uuid: params.uuid, wanted, request, read: () => probe(tx.db, params.uuid) }),
    );
    return view(row);
  }),
  implement(deleteProbe, (call) => deleteRecord(kind, call)),
  implement(getProbeHistory, (call) => recordHistoryPage(call, kind)),
];

/** Makes the kind known to this process and to the contract. @returns what takes it away again */
function registerProbe(): () => void {
  const remove = registerKind(kind);
  const unions = [RecordType, TemplateResourceType].map((union) => (union as TUnion).anyOf);
  for (const names of unions) names.push(Type.Literal(PROBE));
  return () => {
    remove();
    for (const names of unions) names.pop();
  };
}

// Before anything is composed, and for this file alone.
afterAll(registerProbe());
const house = await openInstallation({ operations: probeOperations });
await house.query(probeTable);
const manager = await house.person('default', 'ROLE_TENANT_ADMIN');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');

for (const client of [manager, stranger]) {
  const field = {
    name: 'sgtt',
    label: 'Title',
    type: 'STRING',
    resourceType: PROBE,
    required: true,
  } as const;
  expect(await client.call(createTemplate, { body: field })).toMatchObject({ status: 201 });
}

const made = async (sgtt: string): Promise<string> => {
  const answer = await manager.call(createProbe, { body: { sgtt } });
  expect(answer).toMatchObject({ status: 201, body: { sgtt, state: 'Default', visibility: 'private' } });
  return answer.body.uuid;
};

const historyOf = async (uuid: string) => {
  const { body } = await manager.call(getProbeHistory, { params: { uuid } });
  return body._embedded.history.map(({ action, before, after }) => ({ action, before, after })).reverse();
};

const trashed = async (uuid: string) => {
  const { body } = await manager.call(listTrash);
  return body._embedded.trash.find(({ recordUuid }) => recordUuid === uuid);
};

it('a record of a kind that is added is made, changed, shown in its history and told of', async () => {
  const listener = await listening(manager);
  const uuid = await made('Una sonda');
  await listener.hears('record.changed', { uuid, resourceType: PROBE, etag: '"1"' });
  const renamed = await manager.call(updateProbe, {
    params: { uuid },
    body: { sgtt: 'Sonda' },
    ifMatch: '"1"',
  });
  expect(renamed).toMatchObject({ status: 200, body: { sgtt: 'Sonda' } });
  await listener.hears('record.changed', { uuid, resourceType: PROBE, etag: '"2"' });
  listener.close();

  const stale = await manager.call(updateProbe, { params: { uuid }, body: { sgtt: 'No' }, ifMatch: '"1"' });
  expect(stale.status).toBe(412);
  const empty = await manager.call(updateProbe, { params: { uuid }, body: { sgtt: '' } });
  expect(empty.status).toBe(422);
  const list = (value: string) => ({ customMetadataList: [{ name: 'sgtt', value }] });
  expect(await historyOf(uuid)).toEqual([
    { action: 'create', before: null, after: list('Una sonda') },
    { action: 'update', before: list('Una sonda'), after: list('Sonda') },
  ]);
  expect((await stranger.call(getProbe, { params: { uuid } })).status).toBe(404);
});

it('a record of a kind that is added goes to the trash, comes back, and is purged', async () => {
  const uuid = await made('Andata e ritorno');
  const reason = { reason: 'a mistake' };
  expect((await stranger.call(deleteProbe, { params: { uuid } })).status).toBe(404);
  expect((await manager.call(deleteProbe, { params: { uuid }, query: reason })).status).toBe(204);
  expect((await manager.call(getProbe, { params: { uuid } })).status).toBe(404);
  const entry = await trashed(uuid);
  expect(entry).toMatchObject({
    resourceType: PROBE,
    title: 'Andata e ritorno',
    reason: 'a mistake',
    allowedActions: ['restore', 'purge'],
    purgeDate: expect.any(String) as string,
  });
  const params = { uuid: entry?.uuid ?? '' };
  expect((await stranger.call(restoreTrashEntry, { params, body: {} })).status).toBe(404);
  expect(await manager.call(restoreTrashEntry, { params, body: {} })).toMatchObject({
    status: 200,
    body: { recordUuid: uuid, _links: { record: { href: `${house.origin}/meta/probes/${uuid}` } } },
  });
  expect((await manager.call(getProbe, { params: { uuid } })).status).toBe(200);
  expect((await historyOf(uuid)).map(({ action }) => action)).toEqual(['create', 'delete', 'restore']);

  expect((await manager.call(deleteProbe, { params: { uuid } })).status).toBe(204);
  const again = (await trashed(uuid))?.uuid ?? '';
  expect((await manager.call(purgeTrashEntry, { params: { uuid: again } })).status).toBe(204);
  expect(await house.query('select from armarium.probe where uuid = $1', [uuid])).toEqual([]);
  expect((await historyOf(uuid)).at(-1)).toMatchObject({
    action: 'purge',
    before: { title: 'Andata e ritorno' },
  });
});

it('a record of a kind that is added goes through a workflow with the tasks that are for it', async () => {
  const uuid = await made('In lavorazione');
  const templates = await manager.call(listTaskTemplates, { query: { resourceType: PROBE } });
  const names = templates.body._embedded.taskTemplates.map(({ name }) => name);
  expect(names).toEqual(['REQUIRE_COMMENT', 'SET_METADATA', 'SET_VISIBILITY']);
  const transition = await manager.call(createTransitionTemplate, {
    body: { name: 'Show', itemFromState: 'Default', itemToState: 'Published', resourceType: PROBE },
  });
  expect(transition.status).toBe(201);
  const task = (templateName: string, parameters: Record<string, unknown>) =>
    manager.call(createTransitionTask, {
      body: { transitionUuid: transition.body.uuid, templateName, parameters },
    });
  expect((await task('REQUIRE_COMMENT', {})).status).toBe(201);
  expect((await task('SET_VISIBILITY', { visibility: 'public' })).status).toBe(201);
  expect((await task('SET_METADATA', { field: 'sgtt', value: 'Mostrata da {user}' })).status).toBe(201);
  expect((await task('CASCADE', { to: 'media', transition: 'Publish' })).status).toBe(422);

  const listener = await listening(manager);
  const body = { assetUuid: uuid, resourceType: PROBE, transitionUuid: transition.body.uuid };
  expect(await manager.call(performTransition, { body })).toMatchObject({
    status: 422,
    body: { code: 'comment-required' },
  });
  const performed = await manager.call(performTransition, { body: { ...body, comment: 'ready' } });
  expect(performed).toMatchObject({ status: 201, body: { resourceType: PROBE, itemToState: 'Published' } });
  await listener.hears('record.state', { uuid, resourceType: PROBE, state: 'Published' });
  listener.close();
  expect((await manager.call(getProbe, { params: { uuid } })).body).toEqual({
    uuid,
    sgtt: 'Mostrata da Ada Rossi',
    state: 'Published',
    visibility: 'public',
  });
  const logs = await manager.call(listTransitionLogs, { query: { assetUuid: uuid } });
  expect(logs.body._embedded.transitionLogs).toMatchObject([{ name: 'Show', comment: 'ready' }]);
  expect((await historyOf(uuid)).at(-1)).toMatchObject({
    action: 'transition',
    after: { state: 'Published', visibility: 'public', transition: 'Show', comment: 'ready' },
  });
});

it('a record of a kind that is added is exported whole, by title, and no other tenant’s', async () => {
  const before = (await manager.call(exportProbes)).body.count;
  const [second, first] = [await made('Zeta'), await made('Alfa')];
  const { count, lines } = (await manager.call(exportProbes)).body;
  expect(count).toBe(before + 2);
  const records = lines.map((line) => JSON.parse(line) as { uuid: string; sgtt: string });
  expect(records.filter(({ uuid }) => uuid === first || uuid === second)).toEqual([
    { uuid: first, sgtt: 'Alfa' },
    { uuid: second, sgtt: 'Zeta' },
  ]);
  expect((await stranger.call(exportProbes)).body).toEqual({ count: 0, lines: [] });
});
