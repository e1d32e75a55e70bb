/** What each statement cost PostgreSQL: `pg_stat_statements` with its planning. */
import pg from 'pg'
import { z } from 'zod'

/** Settings of a cluster that counts. */
export const COUNTED = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
}

const SHOWN = 15
const rowsSchema = z.array(
  z.object({ calls: z.coerce.number(), plan: z.number(), run: z.number(), query: z.string() }),
)

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

export async function countAnew(url: string): Promise<void> {
  await ask(url, 'create extension if not exists pg_stat_statements')
  await ask(url, 'select pg_stat_statements_reset()')
}

/** Returns the dearest statements as lines of a Markdown table. */
export async function dearest(url: string): Promise<string[]> {
  const rows = rowsSchema.parse(
    await ask(
      url,
      `select calls, total_plan_time as plan, total_exec_time as run,
         left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query
       from pg_stat_statements order by total_plan_time + total_exec_time desc limit ${SHOWN}`,
    ),
  )
  return [
    '| calls | planning, ms | executing, ms | statement |',
    '|---|---|---|---|',
    ...rows.map(
      ({ calls, plan, run, query }) =>
        `| ${calls} | ${plan.toFixed(0)} | ${run.toFixed(0)} | \`${query.replaceAll('|', ' ')}\` |`,
    ),
  ]
}
