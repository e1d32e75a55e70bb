/** Whether this process can serve: what `/healthz`, `/readyz` and `/metrics` tell. docs/operations.md#health-and-metrics */
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { Config } from '../config.ts'
import { isDiskFull } from '../db/disk-full.ts'
import { type MigrationState, migrationState } from '../db/migrate.ts'
import type { Store } from '../db/store.ts'
import type { Metrics } from '../metrics.ts'
import type { Facts } from './facts.ts'
import { freeSpace } from './free-space.ts'
import { addGauges } from './gauges.ts'
import type { Replica, ReplicaState } from './replica.ts'

/** Each of them refuses readiness. */
export interface Checks {
  readonly database: 'answers' | 'silent'
  /** 'unknown' while the database is silent. */
  readonly migrations: MigrationState | 'unknown'
  readonly disk: 'writes' | 'full'
  readonly process: 'runs' | 'stops'
}

export interface Health {
  /** Rejects when the database does not answer in time. */
  answer(): Promise<void>
  checks(): Promise<Checks>
  facts(): Promise<Facts>
  /** null without DATABASE_REPLICA_URL. */
  replica(): ReplicaState | null
  /** Remembers an error that says something about the machine. */
  note(error: unknown): void
  /** From now on the process is not ready. */
  announceStop(): void
}

/** A write that failed for want of space refuses readiness for so long. */
const FULL_FOR_MS = MINUTE_MS

export function createHealth(
  store: Store,
  {
    config,
    metrics,
    replica = null,
    now = Date.now,
  }: {
    readonly config: Config
    readonly metrics: Metrics
    readonly replica?: Replica | null
    readonly now?: () => number
  },
): Health {
  let stops = false
  let fullUntil = 0
  const facts = async () => ({ replica: replica?.state() ?? null, free_bytes: await freeSpace(config) })
  addGauges(metrics.registry, { facts, waiting: () => store.waiting() })
  const migrations = () =>
    migrationState(store).then(
      (state) => ({ database: 'answers' as const, migrations: state }),
      () => ({ database: 'silent' as const, migrations: 'unknown' as const }),
    )
  return {
    answer: async () => {
      await store.ask('select 1')
    },
    checks: async () => ({
      ...(await migrations()),
      disk: now() < fullUntil ? 'full' : 'writes',
      process: stops ? 'stops' : 'runs',
    }),
    facts,
    replica: () => replica?.state() ?? null,
    note: (error) => {
      if (isDiskFull(error)) fullUntil = now() + FULL_FOR_MS
    },
    announceStop: () => {
      stops = true
    },
  }
}

/** True when no check refuses. */
export const isReady = ({ database, migrations, disk, process }: Checks): boolean =>
  database === 'answers' && migrations === 'known' && disk === 'writes' && process === 'runs'
