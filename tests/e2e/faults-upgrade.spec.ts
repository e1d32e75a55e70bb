/** A tablet that was last opened with an earlier version of its database: its queue is still sent. */
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { capturable } from './support/leads.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { leadUidsIn, storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

interface EarlierStore {
  readonly name: string
  readonly keyPath: string | string[]
  readonly autoIncrement?: true
  readonly indexes?: readonly {
    readonly name: string
    readonly keyPath?: string[]
    readonly unique?: true
  }[]
}

interface EarlierVersion {
  /** Dexie's number; IndexedDB's is ten times as high. */
  readonly version: number
  readonly stores: readonly EarlierStore[]
  /** Fields of a queued command that later versions have added. */
  readonly withoutFields: readonly string[]
}

const STORES_OF_VERSION_2: readonly EarlierStore[] = [
  { name: 'leads', keyPath: 'uid' },
  { name: 'clients', keyPath: 'uid', indexes: [{ name: 'cpf' }] },
  { name: 'catalogues', keyPath: ['kind', 'id'] },
  { name: 'bases', keyPath: 'uid' },
  { name: 'clientBases', keyPath: 'uid' },
  {
    name: 'outbox',
    keyPath: 'seq',
    autoIncrement: true,
    indexes: [{ name: 'key', unique: true }, { name: 'entityUid' }, { name: 'clientUid' }, { name: 'state' }],
  },
  { name: 'journal', keyPath: 'seq', autoIncrement: true },
  { name: 'meta', keyPath: 'name' },
  { name: 'blocks', keyPath: 'name' },
  { name: 'timelines', keyPath: 'lead_uid' },
  { name: 'files', keyPath: 'uid', indexes: [{ name: 'uploaded' }] },
  { name: 'drafts', keyPath: 'name' },
]

const STORES_OF_VERSION_3: readonly EarlierStore[] = [
  ...STORES_OF_VERSION_2,
  { name: 'packs', keyPath: ['directory', 'part'] },
  { name: 'packDirectories', keyPath: 'no', autoIncrement: true },
]

/** Every released version, as src/db/schema/mirror.ts had it. A new version adds its predecessor here. */
const EARLIER: readonly EarlierVersion[] = [
  {
    version: 1,
    stores: [
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
    ],
    withoutFields: ['clientUid', 'writes'],
  },
  { version: 2, stores: STORES_OF_VERSION_2, withoutFields: ['writes'] },
  { version: 3, stores: STORES_OF_VERSION_3, withoutFields: [] },
  { version: 4, stores: STORES_OF_VERSION_3, withoutFields: [] },
  {
    version: 5,
    stores: [
      ...STORES_OF_VERSION_3,
      { name: 'answers', keyPath: 'key', indexes: [{ name: 'about' }, { name: 'until' }] },
    ],
    withoutFields: [],
  },
  {
    version: 6,
    stores: [
      ...STORES_OF_VERSION_3,
      {
        name: 'answers',
        keyPath: 'key',
        indexes: [{ name: 'about' }, { name: 'until' }, { name: '[used+bytes]', keyPath: ['used', 'bytes'] }],
      },
    ],
    withoutFields: [],
  },
]

/** Creates the user's database anew in the earlier version, with the rows that it has now. */
async function goBack(page: Page, userId: number, earlier: EarlierVersion): Promise<void> {
  await page.evaluate(
    async ({ name, earlier, versions }) => {
      const done = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('request'))
        })
      // The second copy of the queue is newer than these versions and would replace a queue lost by an upgrade.
      for (const key of Object.keys(localStorage))
        if (key.startsWith('farol_queue_')) localStorage.removeItem(key)
      const present = await done(indexedDB.open(name))
      if (present.version !== (versions + 1) * 10) throw new Error(`version ${present.version} has no test`)
      const rows = new Map<string, Record<string, unknown>[]>()
      for (const store of earlier.stores)
        rows.set(store.name, await done(present.transaction(store.name).objectStore(store.name).getAll()))
      present.close()
      const make = (opening: IDBOpenDBRequest) => () => {
        for (const { name: store, keyPath, autoIncrement, indexes } of earlier.stores) {
          const made = opening.result.createObjectStore(store, {
            keyPath,
            autoIncrement: autoIncrement ?? false,
          })
          for (const index of indexes ?? [])
            made.createIndex(index.name, index.keyPath ?? index.name, { unique: index.unique ?? false })
          for (const row of rows.get(store) ?? []) {
            for (const field of earlier.withoutFields) delete row[field]
            made.put(row)
          }
        }
      }
      // The service worker may wake up between the two steps and create the present version.
      for (let made = false; !made; ) {
        await done(indexedDB.deleteDatabase(name))
        const opening = indexedDB.open(name, earlier.version * 10)
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
    { name: `farol-${userId}`, earlier, versions: EARLIER.length },
  )
}

for (const earlier of EARLIER)
  test(
    `a queue from version ${earlier.version} of the database survives the upgrade and is sent once`,
    SLICED,
    async ({ server, newDevice }) => {
      const rest = await Rest.signIn(server.url, 'corretor')
      const target = await capturable(rest)
      const id = await rest.userId()
      const proxy = await Proxy.to(server.port)
      const device = await newDevice()
      let context = await device.open()
      let app = await App.signedIn(context, proxy.url, 'corretor')
      proxy.refuse = (path) => path.startsWith('/api')
      proxy.cut()
      await app.capture(target.id)
      await app.closeDialogs()
      await app.setServiceStatus(target.id, 'Em atendimento')
      await expect(app.connection()).toHaveText(/2 pendentes/)
      // Earlier versions have no chunks: wait until none is left.
      const chunks = async () => (await storedIn(app.page)).databases[`farol-${id}/packs`]
      await expect.poll(chunks).toEqual([])
      const before = leadUidsIn(await storedIn(app.page), id)
      await device.close()

      context = await device.open()
      // A page of the site without the app.
      const page = await context.newPage()
      await page.goto(`${proxy.url}/favicon.svg`)
      await goBack(page, id, earlier)
      await page.close()
      app = await App.open(context, proxy.url)
      await expect(app.connection()).toHaveText(/2 pendentes/)
      expect(leadUidsIn(await storedIn(app.page), id)).toEqual(before)

      proxy.refuse = null
      await app.syncNow()
      await app.settled()
      await proxy.close()
      const log = await server.stopAndQuery<{ command: string; outcome: string }>(
        'select command, outcome from command_log order by received_at',
      )
      expect(log).toEqual([
        { command: 'lead.capture', outcome: 'applied' },
        { command: 'lead.setServiceStatus', outcome: 'applied' },
      ])
    },
  )
