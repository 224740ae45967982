-- Batches (decisions §4, A-107): changes of many records that a job makes, and that are undone as one. One kind of them
-- brings a spreadsheet into the catalogue.

create table batch (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  kind text not null constraint batch_kind_form
    check (kind in ('move', 'link', 'unlink', 'edit', 'transition', 'trash', 'spreadsheet', 'undo')),
  state text not null default 'PENDING' constraint batch_state_form
    check (state in ('PENDING', 'IN_PROGRESS', 'DONE', 'ERROR')),
  cause text,
  account_uuid uuid not null,
  account_name text not null,
  action jsonb not null,
  undoes uuid,
  total integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, undoes) references batch (tenant_id, uuid)
);
comment on column batch.action is 'What was asked for; of an undo what the first batch, which began it all, was asked for.';
create index batch_started on batch (tenant_id, started_at desc, uuid);
create index batch_undoes on batch (tenant_id, undoes, started_at) where undoes is not null;
create index batch_open on batch (tenant_id, started_at) where ended_at is null;

-- The records of a selection as it was when the batch began, and what became of each. No reference to the records:
-- they may be purged, and what happened to them still happened.
create table batch_record (
  tenant_id integer not null,
  batch_uuid uuid not null,
  record_uuid uuid not null,
  result text not null default 'pending' constraint batch_record_result_form
    check (result in ('pending', 'changed', 'unchanged', 'failed')),
  code text,
  detail text,
  title text,
  pressmark text,
  row_number integer,
  problems jsonb,
  change_set uuid,
  primary key (tenant_id, batch_uuid, record_uuid),
  foreign key (tenant_id, batch_uuid) references batch (tenant_id, uuid),
  foreign key (tenant_id, change_set) references change_set (tenant_id, uuid)
);
comment on column batch_record.change_set is 'Where it was changed: its history under this one is what the batch wrote.';
comment on column batch_record.title is 'As a spreadsheet had it, of a row that made no record.';
-- By code, so that it can be said in any language.
comment on column batch_record.problems is 'What was wrong with the row row_number of a spreadsheet, list of RowProblem.';

-- A spreadsheet on its way back into the catalogue: the file, what its columns mean, its rows with what each would do.
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
