/** How long transactions that write are open: a pull shows nothing younger than the oldest. docs/sync-protocol.md */
import pg from 'pg'
import { z } from 'zod'

const SAMPLE_MS = 15
const rowsSchema = z.array(z.object({ ms: z.number().nullable() })).length(1)

/** Ages of the transactions of this database that have an id; those that only read hold nothing back. */
const OLDEST = `
  select (extract(epoch from max(clock_timestamp() - xact_start)) * 1000)::float8 as ms
  from pg_stat_activity
  where datname = current_database() and backend_xid is not null`

async function longestOf(url: string, work: () => Promise<unknown>): Promise<number> {
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  let longest = 0
  let ends = false
  const watching = (async () => {
    while (!ends) {
      const [oldest] = rowsSchema.parse((await watcher.query(OLDEST)).rows)
      longest = Math.max(longest, oldest?.ms ?? 0)
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
    }
  })()
  try {
    await work()
  } finally {
    ends = true
    await watching
    await watcher.end()
  }
  return longest
}

/**
 * Returns the age in ms of the longest transaction while `work` runs. A machine that is busy with something else stretches
 * a run, so that the quietest of three counts; `work` gets its number, from 0.
 */
export async function longestTransaction(
  url: string,
  enoughMs: number,
  work: (round: number) => Promise<unknown>,
): Promise<number> {
  let quietest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && quietest > enoughMs; round++)
    quietest = Math.min(quietest, await longestOf(url, () => work(round)))
  return quietest
}
