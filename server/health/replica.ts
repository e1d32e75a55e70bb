/**
 * The replica that the reports read. While it does not answer, is too far behind or is no replica of this database, they
 * read the primary. docs/operations.md#replica
 */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { keepLooking } from '../base/keep-looking.ts'
import type { Database } from '../db/database.ts'
import type { Store } from '../db/store.ts'
import { codeOf } from '../db/transient.ts'
import { REPLICA_SHOWS } from '../reports/queries/as-of.ts'

export interface ReplicaState {
  /** Reports read it only while it is `used`. `foreign`: it is no streaming replica of this database. */
  readonly status: 'used' | 'behind' | 'silent' | 'foreign'
  /** Null while it is unknown. */
  readonly delay_seconds: number | null
}

export interface Replica {
  state(): ReplicaState
  /** The database that a report reads now. A read of the primary is counted. */
  reader(): Kysely<Database>
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 5000
const INSUFFICIENT_PRIVILEGE = '42501'

const identifierSchema = z.tuple([z.object({ identifier: z.string() })])
const stateSchema = z.tuple([z.object({ recovers: z.boolean(), delay: z.coerce.number().nullable() })])

/** Returns the cluster's system identifier, which a streaming replica shares; null where the role may not read it. */
async function identifierOf(store: Store): Promise<string | null> {
  try {
    const rows = await store.ask('select system_identifier::text as identifier from pg_control_system()')
    return identifierSchema.parse(rows)[0].identifier
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return null
    throw error
  }
}

/** Rejects when the primary or the replica does not answer. */
async function look(primary: Store, replica: Store, maxDelayS: number): Promise<ReplicaState> {
  const [own, other] = await Promise.all([identifierOf(primary), identifierOf(replica)])
  const rows = await replica.ask(`
    select pg_is_in_recovery() as recovers,
      round(greatest(extract(epoch from now() - ${REPLICA_SHOWS}), 0), 1)::text as delay`)
  const [{ recovers, delay }] = stateSchema.parse(rows)
  if (!recovers || (own !== null && other !== null && own !== other))
    return { status: 'foreign', delay_seconds: null }
  return { status: delay === null || delay > maxDelayS ? 'behind' : 'used', delay_seconds: delay }
}

/** Returns what the replica is now. An error of the primary says nothing about it, but neither can then be compared. */
export const replicaNow = (primary: Store, replica: Store, maxDelayS: number): Promise<ReplicaState> =>
  look(primary, replica, maxDelayS).catch((): ReplicaState => ({ status: 'silent', delay_seconds: null }))

/** What the operator reads when the state changes. */
const SENTENCES: Readonly<Record<ReplicaState['status'], string>> = {
  used: 'A réplica de DATABASE_REPLICA_URL responde: os relatórios a leem.',
  behind:
    'ATENÇÃO: a réplica de DATABASE_REPLICA_URL está mais atrasada do que REPLICA_MAX_DELAY_S permite. ' +
    'Até ela alcançar o banco principal, os relatórios leem o principal.',
  silent:
    'ATENÇÃO: a réplica de DATABASE_REPLICA_URL não responde. Até ela voltar, os relatórios leem o banco principal.',
  foreign:
    'ATENÇÃO: o banco de DATABASE_REPLICA_URL não é uma réplica do banco de DATABASE_URL, e seus números seriam ' +
    'outros. Os relatórios leem o banco principal. Corrija DATABASE_REPLICA_URL.',
}

/**
 * Looks at the replica, and again every few seconds. `say` gets each change of its state. At the start it gets the
 * state, unless the replica is used.
 */
export async function watchReplica({
  primary,
  onPrimary,
  replica,
  maxDelayS,
  say,
  countPrimary,
  everyMs = LOOK_EVERY_MS,
}: {
  readonly primary: Store
  /** The reports' own connections to the primary. */
  readonly onPrimary: Store
  readonly replica: Store
  readonly maxDelayS: number
  readonly say: (line: string) => void
  readonly countPrimary: () => void
  readonly everyMs?: number
}): Promise<Replica> {
  let state: ReplicaState = { status: 'used', delay_seconds: null }
  const renew = async () => {
    const seen = await replicaNow(primary, replica, maxDelayS)
    if (seen.status !== state.status) say(SENTENCES[seen.status])
    // Reports that wait for a replica that went silent fail now, and are asked again of the primary.
    if (seen.status === 'silent' && state.status !== 'silent') replica.interrupt()
    state = seen
  }
  await renew()
  const stop = keepLooking(everyMs, renew, { warn: () => {} })
  return {
    state: () => state,
    reader: () => {
      if (state.status === 'used') return replica.db
      countPrimary()
      return onPrimary.db
    },
    stop,
  }
}
