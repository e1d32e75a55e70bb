/** The last rehearsal of a restore, for 'Saúde'. */
import { z } from 'zod'
import { TOLERANCE_MS } from '../base/clock/judge.ts'
import type { Store } from '../db/store.ts'

export interface CheckState {
  readonly checked_at: string
  readonly file: string
  readonly rows: number | null
  readonly problem: string | null
}

const stateSchema = z.array(
  z.object({
    checked_at: z.string(),
    file: z.string(),
    rows: z.coerce.number().nullable(),
    problem: z.string().nullable(),
  }),
)

/** The last rehearsal; null: none yet. */
export async function checkState(store: Pick<Store, 'ask'>, nowMs: number): Promise<CheckState | null> {
  const rows = await store.ask(`
    select checked_at, file, rows, problem from backup_checks
    where checked_at <= '${new Date(nowMs + TOLERANCE_MS).toISOString()}' order by checked_at desc limit 1`)
  return stateSchema.parse(rows)[0] ?? null
}
