/** Metrics of the rounds and of the feed, read when they are asked for. */
import { Gauge, type Registry } from 'prom-client'
import type { Present } from '../feed/present.ts'

export function addSyncGauges(registry: Registry, present: Pick<Present, 'feedSize' | 'horizonAge'>): void {
  const registers = [registry]
  new Gauge({
    name: 'farol_sync_horizon_age_seconds',
    help: 'How long an open transaction has held back what pulls show',
    registers,
    collect() {
      this.set(present.horizonAge)
    },
  })
  new Gauge({
    name: 'farol_feed_rows',
    help: 'Changes that the feed holds',
    registers,
    collect() {
      this.set(present.feedSize.rows)
    },
  })
  new Gauge({
    name: 'farol_feed_bytes',
    help: 'Size of the changes that the feed holds, about',
    registers,
    collect() {
      this.set(present.feedSize.bytes)
    },
  })
}
