/**
 * The SQL functions through which the application adds jobs and looks for them. It can't use the tables of the
 * queue itself: row-level security without a policy closes them. The functions run with the rights of their
 * owner. The tenant is always that of the transaction, never one that the caller names. Its number is the
 * prefix of the job's key, since all tenants share one space of keys, and a job replaces a waiting one with the
 * same key.
 */
export const queueFunctions = `
  create or replace function armarium.enqueue(task text, payload jsonb, job_key text, priority integer) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
  declare
    tenant constant integer := armarium.current_tenant();
  begin
    if tenant is null then
      raise exception 'The job % was enqueued without a tenant', task using errcode = 'invalid_parameter_value';
    end if;
    perform graphile_worker.add_job(
      task, (payload || jsonb_build_object('tenantId', tenant))::json,
      max_attempts => 8, job_key => tenant || ':' || job_key, priority => priority);
  end $$;
  revoke all on function armarium.enqueue(text, jsonb, text, integer) from public;
  grant execute on function armarium.enqueue(text, jsonb, text, integer) to armarium_app;

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
