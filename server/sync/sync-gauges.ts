/** Metrics of the rounds and of the feed, read when they are asked for. */
import { Gauge, type Registry } from 'prom-client'
import type { Rounds } from '../feed/rounds.ts'

export function addSyncGauges(registry: Registry, rounds: Pick<Rounds, 'feedSize' | 'horizonAge'>): void {
  const registers = [registry]
  new Gauge({
    name: 'farol_sync_horizon_age_seconds',
    help: 'How long an open transaction has held back what pulls show',
    registers,
    collect() {
      this.set(rounds.horizonAge)
    },
  })
  new Gauge({
    name: 'farol_feed_rows',
    help: 'Changes that the feed holds',
    registers,
    collect() {
      this.set(rounds.feedSize.rows)
    },
  })
  new Gauge({
    name: 'farol_feed_bytes',
    help: 'Size of the changes that the feed holds, about',
    registers,
    collect() {
      this.set(rounds.feedSize.bytes)
    },
  })
}
