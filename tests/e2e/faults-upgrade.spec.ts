/** A tablet that was last opened with an earlier version of its database: its queue is still sent. */
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { brokerWithLead } from './support/broker.ts'
import { frontTo } from './support/front.ts'
import { leadUidsIn, storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

interface EarlierStore {
  readonly name: string
  readonly keyPath: string | string[]
  readonly autoIncrement?: true
  readonly indexes?: readonly { readonly name: string; readonly unique?: true }[]
}

/** Version 1, the first one that was released. Its upgrade goes through all later ones: tests/sync/upgrade.test.ts. */
const STORES: readonly EarlierStore[] = [
  { name: 'leads', keyPath: 'uid' },
  { name: 'clients', keyPath: 'uid' },
  { name: 'catalogues', keyPath: ['kind', 'id'] },
  { name: 'bases', keyPath: 'uid' },
  {
    name: 'outbox',
    keyPath: 'seq',
    autoIncrement: true,
    indexes: [{ name: 'key', unique: true }, { name: 'entityUid' }, { name: 'state' }],
  },
  { name: 'journal', keyPath: 'seq', autoIncrement: true },
  { name: 'meta', keyPath: 'name' },
  { name: 'blocks', keyPath: 'name' },
]
/** Fields of a queued command that later versions have added. */
const LATER_FIELDS = ['clientUid', 'writes']

/** Creates the user's database anew in version 1, with the rows that it has now. */
async function goBack(page: Page, userId: number): Promise<void> {
  await page.evaluate(
    async ({ name, stores, later }) => {
      const done = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('request'))
        })
      // The second copy of the queue is newer than this version and would replace a queue lost by an upgrade.
      for (const key of Object.keys(localStorage))
        if (key.startsWith('farol_queue_')) localStorage.removeItem(key)
      const present = await done(indexedDB.open(name))
      const rows = new Map<string, Record<string, unknown>[]>()
      for (const store of stores)
        rows.set(store.name, await done(present.transaction(store.name).objectStore(store.name).getAll()))
      present.close()
      const make = (opening: IDBOpenDBRequest) => () => {
        for (const { name: store, keyPath, autoIncrement, indexes } of stores) {
          const made = opening.result.createObjectStore(store, {
            keyPath,
            autoIncrement: autoIncrement ?? false,
          })
          for (const index of indexes ?? [])
            made.createIndex(index.name, index.name, { unique: index.unique ?? false })
          for (const row of rows.get(store) ?? []) {
            for (const field of later) delete row[field]
            made.put(row)
          }
        }
      }
      // The service worker may wake up between the two steps and create the present version.
      for (let made = false; !made; ) {
        await done(indexedDB.deleteDatabase(name))
        // IndexedDB has ten times Dexie's number.
        const opening = indexedDB.open(name, 10)
        opening.onupgradeneeded = make(opening)
        made = await done(opening).then(
          (old) => {
            old.close()
            return true
          },
          (error: DOMException) => {
            if (error.name !== 'VersionError') throw error
            return false
          },
        )
      }
    },
    { name: `farol-${userId}`, stores: STORES, later: LATER_FIELDS },
  )
}

// Promise: a real browser's database of the oldest version is upgraded with its queue.
test(
  'a queue from version 1 of the database survives the upgrade and is sent once',
  SLICED,
  async ({ sharedServer, newDevice }) => {
    const { rest, target, device, app: before } = await brokerWithLead(sharedServer, newDevice)
    const id = await rest.userId()
    const history = (await rest.history(target.id)).length
    const front = await frontTo(sharedServer.url)
    front.refuse = (path) => path.startsWith('/api')
    front.cut()
    await before.capture(target.id)
    await before.closeDialogs()
    await before.setServiceStatus(target.id, 'Em atendimento')
    await expect(before.connection()).toHaveText(/2 pendentes/)
    // Version 1 has no chunks: wait until none is left.
    const chunks = async () => (await storedIn(before.page)).databases[`farol-${id}/packs`]
    await expect.poll(chunks).toEqual([])
    const uids = leadUidsIn(await storedIn(before.page), id)
    await device.close()

    const context = await device.open()
    // A page of the site without the app.
    const page = await context.newPage()
    await page.goto(`${before.url}/favicon.svg`)
    await goBack(page, id)
    await page.close()
    const app = await App.open(context, sharedServer.url)
    await expect(app.connection()).toHaveText(/2 pendentes/)
    expect(leadUidsIn(await storedIn(app.page), id)).toEqual(uids)

    front.refuse = null
    await app.syncNow()
    await app.settled()
    const commands = await rest.history(target.id)
    expect(commands.slice(0, commands.length - history)).toEqual(['lead.setServiceStatus', 'lead.capture'])
  },
)
