/**
 * `npm run upgrades:record -- --name NAME [--root FOLDER]`: writes the state of a version for the rehearsal of upgrades: the
 * demo's database as a dump, and a broker's device with work queued. FOLDER is a checkout of the version with its build.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { BROWSER_FLAGS } from '../../../scripts/browser-flags.ts'
import { findBrowser } from '../../../scripts/find/browser.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { deviceStateSchema } from './device-state.ts'
import { STATES } from './states.ts'

const LEADS = '300'
const MUCH = 256 * 1024 * 1024
const run = promisify(execFile)

const { values } = parseArgs({
  options: { name: { type: 'string' }, root: { type: 'string', default: '.' } },
})
const name = values.name
if (name === undefined) throw new Error('--name NAME')
const root = resolve(values.root)
const node = join(root, 'node_modules/.bin/node')

function started(environment: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(node, ['server/main.ts'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((done, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.once('error', reject)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /Farol no ar em (http:\/\/[^\s"]+)/u.exec(line)?.[1]
      if (url !== undefined) done({ child, url })
    })
  })
}

/** Two leads captured without a network: what waits is as this version queues it. */
async function work(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Login', { exact: true }).fill('corretor')
  await page.getByLabel('Senha', { exact: true }).fill('farol-demo')
  await page.getByRole('button', { name: 'Entrar' }).click()
  const capture = page.getByRole('button', { name: /^Capturar/u })
  await capture.first().waitFor()
  // The first download goes on behind the first cards.
  await page.waitForTimeout(15_000)
  await page.context().setOffline(true)
  for (const _ of [1, 2]) {
    await capture.first().click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    // The lead opens, for the broker to work it.
    await page.waitForTimeout(3000)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(1000)
  }
}

const deviceOf = (page: Page) =>
  page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((fulfil, reject) => {
        request.onsuccess = () => fulfil(request.result)
        request.onerror = () => reject(request.error ?? new Error('request'))
      })
    const base64 = (bytes: Uint8Array) =>
      btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    const plain = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return { $bytes: base64(new Uint8Array(value)) }
      if (ArrayBuffer.isView(value))
        return { $bytes: base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
      if (value instanceof Map) return { $map: Array.from(value, ([key, part]) => [plain(key), plain(part)]) }
      if (Array.isArray(value)) return value.map(plain)
      if (value === null || typeof value !== 'object') return value
      if (value.constructor !== Object) throw new Error(`a stored ${value.constructor.name}`)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]))
    }
    const databases = []
    for (const { name: database = '', version = 1 } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(database))
      const stores = []
      for (const store of db.objectStoreNames) {
        const from = db.transaction(store).objectStore(store)
        const [keys, records] = await Promise.all([done(from.getAllKeys()), done(from.getAll())])
        stores.push({
          name: store,
          keyPath: from.keyPath,
          autoIncrement: from.autoIncrement,
          indexes: Array.from(from.indexNames, (index) => {
            const { keyPath, unique, multiEntry } = from.index(index)
            return { name: index, keyPath, unique, multiEntry }
          }),
          records: records.map((record, at) => ({ key: keys[at], value: plain(record) })),
        })
      }
      db.close()
      databases.push({ name: database, version, stores })
    }
    return databases
  })

const folder = await mkdtemp(join(tmpdir(), 'farol-record-'))
await chmod(folder, 0o755)
const postgres = await startPostgres({ dir: join(folder, 'cluster') })
const ends: (() => Promise<unknown>)[] = []
try {
  const environment = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    DEMO: '0',
    PORT: '0',
  }
  await run(node, ['server/demo/main.ts', '--leads', LEADS], { cwd: root, env: environment })
  const { child, url } = await started(environment)
  const stopped = new Promise((done) => child.once('exit', done))
  ends.push(() => (child.kill('SIGTERM') ? stopped : Promise.resolve()))
  const path = await findBrowser()
  const browser = await chromium.launch({
    ...(path === null ? {} : { executablePath: path }),
    args: [...BROWSER_FLAGS],
  })
  ends.push(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await work(page, url)
  const device = deviceStateSchema.parse(await deviceOf(page))
  const queued = device.flatMap(({ stores }) =>
    stores.flatMap((store) => (store.name === 'outbox' ? store.records : [])),
  )
  if (queued.length === 0) throw new Error('nothing waits on the device')
  // Statements, not COPY: both databases take them.
  const flags = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200']
  const { stdout } = await run(join(postgres.binaries, 'pg_dump'), [...flags, postgres.url], {
    maxBuffer: MUCH,
  })
  const target = join(STATES, name)
  await mkdir(target, { recursive: true })
  await writeFile(join(target, 'database.sql.gz'), gzipSync(stdout, { level: 9 }))
  await writeFile(join(target, 'device.json.gz'), gzipSync(JSON.stringify(device), { level: 9 }))
  process.stdout.write(`${target}: ${queued.length} commands wait on the device\n`)
} finally {
  for (const end of ends.toReversed()) await end()
  await postgres.stop()
  await removeFolder(folder)
}
