-- Triggers that compare the rows of a statement before and after it keep their plan for as long as their connection
-- lives. One that was made for the change of a single record compared each of a thousand records with each: a second
-- for each trigger (bench/README.md). Without nested loops the plan is right for one row and for a hundred thousand.
-- Locks: none of consequence.
alter function note_item_changes() set enable_nestloop = off;
alter function tell_of_changed() set enable_nestloop = off;
