-- Why a row of a spreadsheet was refused, by code, so that it can be said in any language.
-- Locks: ACCESS EXCLUSIVE on batch_record for a moment.
alter table batch_record add column row_number integer, add column problems jsonb;
comment on column batch_record.problems is 'What was wrong with the row row_number of a spreadsheet, list of RowProblem.';
