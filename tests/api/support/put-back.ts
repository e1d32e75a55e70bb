/** An installation whose database goes back to a backup of its own, by the restore and the start that do it in earnest. */
import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackup } from '../../../server/backup/make.ts'
import { restore, verify } from '../../../server/backup/restore.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { stopAfterRestore } from '../../../server/entry/start-server.ts'
import { noteRestoredBackup } from '../../../server/history/restored.ts'
import { folderStore } from '../../../server/integrations/files/folder-store.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { withoutTables } from '../backup/places.ts'
import type { TestStore } from './databases.ts'
import { inviterOf } from './leads.ts'
import { house } from './people.ts'
import { startServer, type TestServer } from './server.ts'

type By = 'npm run restore' | 'others'

export class PutBack {
  readonly store: TestStore
  /** DATA_DIR, which no restore of the database touches. */
  readonly dir: string
  /** As what the anchors of after the backup are told. */
  readonly kindOfLost: 'restored' | 'restored_unknown'
  readonly #by: By
  readonly #environment: Record<string, string>
  #server: TestServer
  #file = ''
  #ahead = 0
  private constructor(
    store: TestStore,
    by: By,
    { dir, environment, server }: { dir: string; environment: Record<string, string>; server: TestServer },
  ) {
    this.store = store
    this.dir = dir
    this.#by = by
    this.kindOfLost = by === 'others' ? 'restored_unknown' : 'restored'
    this.#environment = environment
    this.#server = server
  }

  /** `by` 'others': as with a dump, which Farol does not put back itself. */
  static async begin(store: TestStore, by: By): Promise<PutBack> {
    await house(store)
    await inviterOf(store)
    const dir = await mkdtemp(join(tmpdir(), 'farol-put-back-'))
    const environment = { DATA_DIR: dir, DEVICE_KEYS_KEY: randomBytes(32).toString('base64') }
    return new PutBack(store, by, { dir, environment, server: await startServer(store, environment) })
  }

  get server(): TestServer {
    return this.#server
  }

  forward(ms: number): void {
    this.#ahead += ms
    this.#server.forward(ms)
  }

  async backUp(): Promise<void> {
    const files = folderStore(join(this.dir, 'files'))
    this.#file = (await makeBackup({ store: this.store, files }, { dir: this.dir, key: null })).file
  }

  /** Resolves with what the start says. */
  async putBack(): Promise<string> {
    const { store, dir } = this
    const { config, now } = this.#server.context
    await this.#server.stop()
    await withoutTables(store)
    const files = folderStore(join(dir, 'restored'))
    await restore(await verify(join(dir, this.#file), null), { store, files })
    await migrate(store.db)
    if (this.#by === 'npm run restore') await noteRestoredBackup(store.db, config, now())
    let said = ''
    const say = (text: string) => {
      said += `${text}\n`
    }
    await stopAfterRestore(store, { config, now, say })
    this.#server = await startServer(store, this.#environment)
    this.#server.forward(this.#ahead)
    return said
  }

  async end(): Promise<void> {
    await this.#server.stop()
    await removeFolder(this.dir)
  }
}
