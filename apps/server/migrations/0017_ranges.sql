-- Dates and numbers become words (range-words.ts): the job index-fields continues with what is marked here.
update metadata_template set to_index = true
where archived_at is null and resource_type in ('ITEM', 'COLLECTION')
  and type in ('DATE', 'INTEGER', 'NUMBER');
