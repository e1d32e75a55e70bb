/** Metrics whose values are read at each scrape. */
import { Gauge, type Registry } from 'prom-client'
import type { Facts } from './facts.ts'

export function addGauges(
  registry: Registry,
  { facts, waiting }: { readonly facts: () => Promise<Facts>; readonly waiting: () => number },
): void {
  const registers = [registry]
  new Gauge({
    name: 'farol_free_bytes',
    help: 'Free space of DATA_DIR, FILES_DIR and BACKUP_DIR',
    labelNames: ['folder'],
    registers,
    async collect() {
      for (const [folder, bytes] of Object.entries((await facts()).free_bytes))
        if (bytes === null) this.remove({ folder })
        else this.set({ folder }, bytes)
    },
  })
  new Gauge({
    name: 'farol_database_waiting',
    help: 'Queries that wait for a connection to the database',
    registers,
    collect() {
      this.set(waiting())
    },
  })
  new Gauge({
    name: 'farol_replica_delay_seconds',
    help: 'How far the replica is behind; NaN while it does not tell',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset()
      const { replica } = await facts()
      if (replica !== null) this.set({ status: replica.status }, replica.delay_seconds ?? Number.NaN)
    },
  })
}
