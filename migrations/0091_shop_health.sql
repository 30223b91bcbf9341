-- What the page of the shop's health shows, as figures alone: staff read none of these tables by it.
create function shop_health(moment timestamptz) returns table (
    unknown_payments bigint, oldest_unknown timestamptz, discrepancies bigint,
    held bigint, overdue_holds bigint,
    mail_waiting bigint, mail_oldest timestamptz, mail_sent bigint, mail_refused bigint,
    jobs_waiting bigint, jobs_oldest timestamptz, jobs_stopped bigint
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select
        (select count(*) from payment_attempts where look_at is not null and state = 'unknown'),
        (select min(changed_at) from payment_attempts where look_at is not null and state = 'unknown'),
        (select count(*) from reconciliation_discrepancies where settled_at is null),
        (select count(*) from stock_reservations where state = 'held' and not is_pinned),
        (select count(*) from stock_reservations
         where state = 'held' and not is_pinned and expires_at < moment - interval '10 minutes'),
        (select count(*) from mail_outbox where state in ('waiting', 'sending')),
        (select min(created_at) from mail_outbox where state in ('waiting', 'sending')),
        (select count(*) from mail_outbox where finished_at > moment - interval '1 day' and state = 'sent'),
        (select count(*) from mail_outbox where finished_at > moment - interval '1 day' and state in ('refused', 'unknown')),
        (select count(*) from graphile_worker._private_jobs where is_available and run_at <= now()),
        (select min(run_at) from graphile_worker._private_jobs where is_available and run_at <= now()),
        (select count(*) from graphile_worker._private_jobs where locked_at is null and attempts >= max_attempts)
$$;

-- Jobs that were stopped, that run, or that failed at least once. Their payload names people, so it is not shown.
create function list_jobs(most bigint) returns table (
    id bigint, task text, attempts smallint, max_attempts smallint, run_at timestamptz, is_running boolean,
    is_stopped boolean, last_error text
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select job.id, task.identifier, job.attempts, job.max_attempts, job.run_at, job.locked_at is not null,
           job.locked_at is null and job.attempts >= job.max_attempts, coalesce(job.last_error, '')
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where job.locked_at is not null or job.attempts > 0
    order by (job.locked_at is null and job.attempts >= job.max_attempts) desc, job.attempts desc, job.id
    limit most
$$;

-- Runs a job again, now and with all its tries; its task, or null if it runs, never failed or is gone.
create function retry_job(job_id bigint) returns text
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    select task.identifier
    from graphile_worker._private_jobs failed
    join graphile_worker._private_tasks task on task.id = failed.task_id
    cross join lateral graphile_worker.reschedule_jobs(array[failed.id], now(), attempts => 0) done
    where failed.id = job_id and failed.locked_at is null and failed.attempts > 0
$$;

-- Tries a job no more; its task, or null if it runs, is stopped already or is gone. Its error stays. Retrying starts it again.
create function stop_job(job_id bigint) returns text
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    select task.identifier
    from graphile_worker._private_jobs failing
    join graphile_worker._private_tasks task on task.id = failing.task_id
    cross join lateral graphile_worker.permanently_fail_jobs(array[failing.id], failing.last_error) done
    where failing.id = job_id and failing.locked_at is null and failing.attempts between 1 and failing.max_attempts - 1
$$;

revoke execute on function shop_health, list_jobs, retry_job, stop_job from public;
grant execute on function shop_health, list_jobs, retry_job, stop_job to shop_staff;
