-- How far an archive is, while it is being made.
alter table image_archive add column images_done integer not null default 0;
alter table image_archive add column images_total integer not null default 0;
comment on column image_archive.images_done is 'Images that are in the file, while it is being made.';
comment on column image_archive.images_total is 'Images that it will have; 0 until its job has begun.';
