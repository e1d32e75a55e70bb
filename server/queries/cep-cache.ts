/** Cache of CEP addresses. */
import type { CepAddress } from '../../src/contract/cep.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Reader } from './lead-row.ts'

export interface KnownCep {
  /** null: the CEP does not exist. */
  readonly address: CepAddress | null
  /** false: expired. It is still used when the service does not answer. */
  readonly fresh: boolean
}

const KEEP_DAYS = 90
/** New CEPs are created over time, so an unknown one is asked for again the next day. */
const KEEP_UNKNOWN_DAYS = 1

export async function knownCep(db: Reader, cep: string, nowMs: number): Promise<KnownCep | null> {
  const row = await db
    .selectFrom('cep_cache')
    .select(['address', 'expires_at'])
    .where('cep', '=', cep)
    .executeTakeFirst()
  if (row === undefined) return null
  return { address: row.address, fresh: row.expires_at === null || Date.parse(row.expires_at) > nowMs }
}

export async function keepCep(
  db: Reader,
  cep: string,
  address: CepAddress | null,
  nowMs: number,
): Promise<void> {
  const days = address === null ? KEEP_UNKNOWN_DAYS : KEEP_DAYS
  const kept = {
    address: address === null ? null : JSON.stringify(address),
    fetched_at: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + days * DAY_MS).toISOString(),
  }
  await db
    .insertInto('cep_cache')
    .values({ cep, ...kept })
    .onConflict((conflict) => conflict.column('cep').doUpdateSet(kept))
    .execute()
}
