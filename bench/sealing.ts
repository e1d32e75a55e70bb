/**
 * `npm run bench:sealing`: what sealing costs a protected device, in milliseconds of processor time on this machine: one
 * record by each cipher, and the same work on a clear and a sealed store in memory. In memory there is no disk, so the
 * ratios of the second table are the worst case.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { LayeredMirror } from '../src/db/open.ts'
import { wholeQueue } from '../src/db/outbox/queue-order.ts'
import type { MirrorDb } from '../src/db/schema/mirror.ts'
import { openBulk, sealBulk } from '../src/db/sealing/bulk.ts'
import { deriveKeys } from '../src/db/sealing/derive-keys.ts'
import type { StoreKeys } from '../src/db/sealing/keys.ts'
import { Sealer } from '../src/db/sealing/sealer.ts'
import { DeviceDb } from '../src/db/session/device-session.ts'
import { stageRows } from '../src/db/staging/middleware.ts'
import { Records } from './records.ts'

/** About 1.6 kB as JSON, as a lead of the demo. */
const lead = (number: number) => ({
  uid: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  id: number,
  version: number,
  generation: 1,
  client_name: `Cliente número ${number}`,
  client_cpf: String(10_000_000_000 + number),
  additional_information: 'texto de um lead '.repeat(80),
})
const client = (number: number) => ({
  ...lead(number),
  cpf: String(10_000_000_000 + number),
  phone: String(3_130_000_000 + number),
  cellphone: String(31_900_000_000 + number),
  mail: `cliente${number}@exemplo.com.br`,
})

const MICROSECONDS = 1000

/** Processor time of one call, ms. Waiting for other programs does not count. */
async function costOf(times: number, work: (time: number) => unknown): Promise<number> {
  const warm = Math.ceil(times / 5)
  for (let time = 0; time < warm; time++) await work(-1 - time)
  const start = process.cpuUsage()
  for (let time = 0; time < times; time++) await work(time)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / MICROSECONDS / times
}

const words = (ms: number) => (ms < 1 ? ms.toFixed(3) : ms.toFixed(1))

async function records(keys: StoreKeys): Promise<void> {
  const sealer = new Sealer(keys)
  const leads = (count: number) => Array.from({ length: count }, (_, number) => lead(number))
  const cases = [
    { what: 'lead', table: 'leads', record: lead(1), times: 2000 },
    { what: 'client, four blinded keys', table: 'clients', record: client(1), times: 2000 },
    { what: 'chunk of 30', table: 'packs', record: { directory: 1, part: 0, rows: leads(30) }, times: 200 },
    { what: 'first rows, 48', table: 'meta', record: { name: 'firstRows', value: leads(48) }, times: 100 },
  ]
  console.log('\n| record | in its transaction, seal / open | WebCrypto, seal / open |\n|---|---|---|')
  for (const { what, table, record, times } of cases) {
    const sealed = sealer.seal(table, record)
    const inside = [
      await costOf(times, () => sealer.seal(table, record)),
      // Of another connection: one keeps the chunks that it opened last.
      await costOf(times, () => new Sealer(keys).open(table, sealed)),
    ]
    const isBulk = table === 'packs' || table === 'meta'
    const bulk = isBulk ? await sealBulk(keys, table, record) : null
    const outside =
      bulk === null
        ? []
        : [
            await costOf(times, () => sealBulk(keys, table, record)),
            await costOf(times, () => openBulk(keys, table, bulk)),
          ]
    console.log(`| ${what} | ${inside.map(words).join(' / ')} | ${outside.map(words).join(' / ')} |`)
  }
}

function storeOf(keys: StoreKeys | null): MirrorDb {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  return new LayeredMirror(1, { device: new DeviceDb(options), options, keys })
}

/** What is compared, each on a store of its own. Returns the cost of one repetition. */
const works: readonly { readonly what: string; readonly of: (db: MirrorDb) => Promise<number> }[] = [
  {
    what: 'staging 1,000 leads',
    of: (db) =>
      costOf(5, (time) => {
        const rows = Array.from({ length: 1000 }, (_, number) => lead(number + (time + 10) * 1000))
        return db.transaction('rw', db.leads, () => {
          stageRows()
          return db.table('leads').bulkPut(rows)
        })
      }),
  },
  {
    what: 'one lead read and written',
    of: async (db) => {
      await db.table('leads').put(lead(1))
      return costOf(200, () =>
        db.transaction('rw', db.leads, async () => {
          const row = await db.leads.get(lead(1).uid)
          await db.table('leads').put({ ...row })
        }),
      )
    },
  },
  {
    what: '40 leads by key',
    of: async (db) => {
      const rows = Array.from({ length: 40 }, (_, number) => lead(number))
      await db.table('leads').bulkPut(rows)
      return costOf(50, () => db.leads.bulkGet(rows.map(({ uid }) => uid)))
    },
  },
  {
    what: 'a queue of 100 read whole',
    of: async (db) => {
      const command = {
        command: 'lead.update',
        args: lead(1),
        entityUid: 'e',
        clientUid: null,
        state: 'queued',
      }
      await db
        .table('outbox')
        .bulkAdd(Array.from({ length: 100 }, (_, key) => ({ ...command, key: String(key) })))
      return costOf(50, () => wholeQueue(db))
    },
  },
]

const keys = await deriveKeys(new Uint8Array(32).fill(1), 1)
const figures = new Records('sealing')
await records(keys)
console.log('\n| work, store in memory | clear | sealed | ratio |\n|---|---|---|---|')
for (const { what, of } of works) {
  const clear = await of(storeOf(null))
  const sealed = await of(storeOf(keys))
  figures.note(what, sealed)
  console.log(`| ${what} | ${words(clear)} | ${words(sealed)} | ${(sealed / clear).toFixed(2)} |`)
}
await figures.end()
