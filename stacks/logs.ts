/// <reference path="../.sst/platform/config.d.ts" />

export type Logs = ReturnType<typeof createLogs>;

/**
 * The log groups of functions: one for requests, so that one query reads all of them, and one for jobs, so
 * that one filter counts their failures.
 */
export const createLogs = () => ({ requests: logGroup("Requests"), jobs: logGroup("Jobs") });

/** Creates a log group by the name at which `lectern logs` looks for it. */
const logGroup = (name: string) =>
  new aws.cloudwatch.LogGroup(`LogsOf${name}`, {
    name: `/lectern/${$app.stage}/${name.toLowerCase()}`,
    retentionInDays: 30,
  });

/** Queries of Logs Insights, which are free to save. A run costs half a cent for each gigabyte it reads. */
export const saveQueries = ({ requests, jobs }: Logs): void => {
  for (const [name, queryString] of Object.entries(queriesOfRequests))
    saveQuery(name, requests.name, queryString);
  saveQuery("jobs", jobs.name, queryOfJobs);
};

const saveQuery = (name: string, logGroupName: $util.Input<string>, queryString: string) =>
  new aws.cloudwatch.QueryDefinition(`Query ${name}`, {
    name: `lectern-${$app.stage}/${name}`,
    logGroupNames: [logGroupName],
    queryString,
  });

/** The queries of requests; all but the first are about single ones, or about who sends them. */
const queriesOfRequests: Readonly<Record<string, string>> = {
  routes: `filter ispresent(duration_ms)
| stats count(*) as requests, pct(duration_ms, 50) as p50_ms, pct(duration_ms, 95) as p95_ms,
    max(duration_ms) as max_ms, sum(db_requests) as db_requests, sum(db_read_units) as read_units,
    sum(db_write_units) as write_units, sum(bytes) as bytes by route
| sort requests desc`,
  failures: `filter status >= 500
| fields @timestamp, route, status, duration_ms, principal, request_id, trace_id, error
| sort @timestamp desc
| limit 200`,
  refusals: `filter status >= 400 and status < 500
| stats count(*) as requests by route, status
| sort requests desc`,
  slowest: `filter ispresent(duration_ms)
| fields @timestamp, route, status, duration_ms, db_ms, db_requests, cold, principal, request_id
| sort duration_ms desc
| limit 100`,
  "cold starts": `filter ispresent(ColdStarts)
| stats count(*) as cold_starts, pct(duration_ms, 95) as p95_ms by route
| sort cold_starts desc`,
  users: `filter ispresent(principal)
| stats count(*) as requests, sum(db_write_units) as write_units by principal, route
| sort requests desc`,
};

const queryOfJobs = `filter ispresent(job)
| fields @timestamp, level, job, outcome, reason
| sort @timestamp desc
| limit 200`;
