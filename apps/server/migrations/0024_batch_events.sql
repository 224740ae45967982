-- How far batches are, told as the other events (0023_events.sql).
-- Locks: SHARE ROW EXCLUSIVE on batch for a moment.

create trigger tell_of_made after insert on batch referencing new table as after_rows
  for each statement execute function tell_of_made('job.progress', 'BATCH');
create trigger tell_of_progress after update on batch referencing new table as after_rows
  for each statement execute function tell_of_made('job.progress', 'BATCH');
