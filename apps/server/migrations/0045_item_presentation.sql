-- How viewers present the images of an item, and its table of contents. It locks item against writing for the moment
-- in which the foreign key is made.

create table item_presentation (
  tenant_id integer not null,
  item_uuid uuid not null,
  viewing_direction text constraint item_presentation_direction
    check (viewing_direction in ('left-to-right', 'right-to-left', 'top-to-bottom', 'bottom-to-top')),
  behavior text constraint item_presentation_behavior
    check (behavior in ('individuals', 'paged', 'continuous', 'unordered')),
  contents jsonb not null default '[]' constraint item_presentation_contents check (jsonb_typeof(contents) = 'array'),
  primary key (tenant_id, item_uuid),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid) on delete cascade
);
comment on table item_presentation is
  'What manifests say of an item beside its metadata. An item of which nothing was said has no row.';
comment on column item_presentation.contents is
  'The entries of the table of contents in order: [{uuid, label, depth, first, last}], with the uuids of images.';

alter table item_presentation enable row level security;
create policy tenant_rows on item_presentation using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on item_presentation to armarium_app;
