/**
 * The SQL functions through which the application adds jobs and looks for them. It can't use the tables of the
 * queue itself: row-level security without a policy closes them. The functions run with the rights of their
 * owner. The tenant is always that of the transaction, never one that the caller names. Its number is the
 * prefix of the job's key, since all tenants share one space of keys, and a job replaces a waiting one with the
 * same key.
 *
 * Jobs take turns by account (decisions §15, start-time fair queueing): a new job gets the turn that is being
 * served, or the one after the last waiting job of its account, whichever is later. A thousand jobs of one
 * account have a thousand turns; the first job of another has the current one. The library runs jobs by their
 * priority, which is the urgency here, then by `run_at`, which holds the turn: turn n is n seconds after the
 * start of the year 2000, and the fraction of that second orders the jobs of a turn by their age (it begins
 * anew every minute, which only changes whose job of a turn comes first). A time of today is a real one: of a
 * timer, or of a job that failed and waits for its next attempt. When that time has come, `take_turns` gives
 * the job the turn that is being served. A job may also be enqueued for a later time; until then it has no turn. The
 * payload names the account.
 */
export const queueFunctions = `
  create index if not exists armarium_jobs_of_account
    on graphile_worker._private_jobs ((payload ->> '$account'), priority, run_at)
    where (payload ->> '$account') is not null;

  -- The times before this one are turns.
  create or replace function armarium.turns_end() returns timestamptz
    language sql immutable as $$ select timestamptz '2026-01-01 00:00:00Z' $$;

  -- The turn that is being served: of the next job, or of those that run where none waits.
  create or replace function armarium.served_turn(of_priority smallint) returns timestamptz
    language sql volatile set search_path = pg_catalog, pg_temp
  as $$
    select date_trunc('second', coalesce(
      (select run_at from graphile_worker._private_jobs
        where is_available and priority = of_priority and run_at < armarium.turns_end()
        order by priority, run_at limit 1),
      (select max(run_at) from graphile_worker._private_jobs
        where locked_at is not null and priority = of_priority and run_at < armarium.turns_end()),
      timestamptz '2000-01-01 00:00:00Z'))
  $$;

  create or replace function armarium.age_in_turn() returns interval
    language sql volatile set search_path = pg_catalog, pg_temp
  as $$ select extract(milliseconds from clock_timestamp() - date_trunc('minute', clock_timestamp())) * interval '1 microsecond' $$;

  drop function if exists armarium.enqueue(text, jsonb, text, text, text);
  create or replace function armarium.enqueue(task text, payload jsonb, job_key text, urgency text, account text,
      not_before timestamptz default null)
    returns void language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
  declare
    tenant constant integer := armarium.current_tenant();
    whose constant text := tenant || ':' || coalesce(account, '');
    wanted constant smallint := case urgency when 'person' then -1 when 'background' then 0 when 'upkeep' then 1 end;
    level smallint;
    turn timestamptz;
  begin
    if tenant is null then
      raise exception 'The job % was enqueued without a tenant', task using errcode = 'invalid_parameter_value';
    end if;
    if wanted is null then
      raise exception 'The job % has the unknown urgency %', task, urgency using errcode = 'invalid_parameter_value';
    end if;
    if not_before > now() then
      perform graphile_worker.add_job(
        task, (payload || jsonb_build_object('tenantId', tenant, '$account', whose))::json,
        run_at => not_before, max_attempts => 8, job_key => tenant || ':' || job_key, priority => wanted);
      return;
    end if;
    -- A job that waits under the same key keeps its turn, unless it becomes more urgent.
    select priority, run_at into level, turn from graphile_worker._private_jobs
      where key = tenant || ':' || job_key and is_available and priority <= wanted and run_at < armarium.turns_end();
    if not found then
      level := wanted;
      select greatest(armarium.served_turn(wanted), date_trunc('second', max(run_at)) + interval '1 second')
        into turn from graphile_worker._private_jobs job
        where (job.payload ->> '$account') = whose and priority = wanted and run_at < armarium.turns_end()
          and (locked_at is not null or attempts < max_attempts);
      turn := turn + armarium.age_in_turn();
    end if;
    perform graphile_worker.add_job(
      task, (payload || jsonb_build_object('tenantId', tenant, '$account', whose))::json,
      run_at => turn, max_attempts => 8, job_key => tenant || ':' || job_key, priority => level);
  end $$;
  revoke all on function armarium.enqueue(text, jsonb, text, text, text, timestamptz) from public;
  grant execute on function armarium.enqueue(text, jsonb, text, text, text, timestamptz) to armarium_app;
  drop function if exists armarium.enqueue(text, jsonb, text, integer);

  create or replace function armarium.take_turns() returns void
    language sql volatile set search_path = pg_catalog, pg_temp
  as $$
    update graphile_worker._private_jobs
    set run_at = armarium.served_turn(priority) + armarium.age_in_turn()
    where is_available and priority in (-1, 0, 1) and run_at >= armarium.turns_end() and run_at <= now()
  $$;
  revoke all on function armarium.take_turns, armarium.served_turn, armarium.age_in_turn, armarium.turns_end from public;

  -- Whether a job of the transaction's tenant waits or runs under a key; one that was given up does neither.
  create or replace function armarium.has_job(wanted text) returns boolean
    language plpgsql stable security definer set search_path = pg_catalog, pg_temp
  as $$
  begin
    return exists (
      select from graphile_worker._private_jobs
      where key = armarium.current_tenant() || ':' || wanted and (locked_at is not null or attempts < max_attempts));
  end $$;
  revoke all on function armarium.has_job(text) from public;
  grant execute on function armarium.has_job(text) to armarium_app;`;
