-- Spreadsheets on their way back into the catalogue: the file, what its columns mean, its rows with what each would do.
-- Locks: ACCESS EXCLUSIVE on batch and batch_record for a moment, to exchange a check and to add columns without a
-- default.

create table spreadsheet (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  account_uuid uuid not null,
  account_name text not null,
  filename text not null,
  format text not null constraint spreadsheet_format_form check (format in ('csv', 'xlsx')),
  storage_key text not null,
  size_bytes bigint not null,
  sha256 text not null,
  uploaded_at timestamptz not null default now(),
  reading jsonb not null,
  outline jsonb not null,
  mapping jsonb not null,
  state text not null default 'UPLOADED' constraint spreadsheet_state_form
    check (state in ('UPLOADED', 'CHECKING', 'CHECKED', 'ERROR', 'IMPORTED')),
  run integer not null default 0,
  cause jsonb,
  rows_read integer not null default 0,
  is_read boolean not null default false,
  created integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  conflicts integer not null default 0,
  refused integer not null default 0,
  samples jsonb not null default '[]',
  batch_uuid uuid,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, batch_uuid) references batch (tenant_id, uuid)
);
comment on column spreadsheet.reading is 'How the bytes are read: encoding and delimiter of a CSV, the sheet of a workbook.';
comment on column spreadsheet.outline is 'What was found in it: its sheets, headings, and first rows.';
comment on column spreadsheet.run is 'Counts the dry runs: the job of an earlier one has nothing left to do.';
create index spreadsheet_uploaded on spreadsheet (tenant_id, uploaded_at desc, uuid);

create table spreadsheet_row (
  tenant_id integer not null,
  spreadsheet_uuid uuid not null,
  row_number integer not null,
  uuid uuid not null,
  wanted jsonb not null,
  pressmark_norm text not null,
  record_uuid uuid,
  seen_version integer,
  result text constraint spreadsheet_row_result_form
    check (result in ('created', 'changed', 'unchanged', 'conflict', 'refused')),
  problems jsonb not null default '[]',
  changes jsonb not null default '[]',
  primary key (tenant_id, spreadsheet_uuid, row_number),
  foreign key (tenant_id, spreadsheet_uuid) references spreadsheet (tenant_id, uuid) on delete cascade
);
comment on column spreadsheet_row.uuid is 'Of the record that it makes, where it makes one.';
comment on column spreadsheet_row.record_uuid is 'The record that it is about: as the file says, then as it was found.';
comment on column spreadsheet_row.seen_version is 'Of the record, at the dry run.';
create index spreadsheet_row_record on spreadsheet_row (tenant_id, spreadsheet_uuid, record_uuid);
create index spreadsheet_row_pressmark on spreadsheet_row (tenant_id, spreadsheet_uuid, pressmark_norm);
create index spreadsheet_row_uuid on spreadsheet_row (tenant_id, spreadsheet_uuid, uuid);
create index spreadsheet_row_result on spreadsheet_row (tenant_id, spreadsheet_uuid, result, row_number);

create table spreadsheet_mapping (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  name text not null,
  mapping jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null default now(),
  primary key (tenant_id, uuid),
  constraint spreadsheet_mapping_name_key unique (tenant_id, name)
);

alter table batch drop constraint batch_kind_form;
alter table batch add constraint batch_kind_form
  check (kind in ('move', 'link', 'unlink', 'edit', 'transition', 'trash', 'spreadsheet', 'undo'));
alter table batch_record add column title text, add column pressmark text;
comment on column batch_record.title is 'As a spreadsheet had it, of a row that made no record.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['spreadsheet', 'spreadsheet_row', 'spreadsheet_mapping'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
    execute format('grant select, insert, update, delete on %I to armarium_app', table_name);
  end loop;
end $$;
