/** A browser profile that is closed and opened again, like a broker's laptop. */

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { BROWSER_FLAGS } from '../scripts/browser-flags.ts'
import { findBrowser } from '../scripts/find/browser.ts'
import { PASSWORD } from '../tests/support/demo-password.ts'

/** Timeout in ms: enough for a first sync of 100,000 leads on a busy machine. */
export const PATIENCE_MS = 600_000

interface WindowOptions {
  readonly serviceWorkers?: 'allow' | 'block'
  readonly height?: number
}

export class Device {
  /** Folder of the browser's profile. */
  readonly profile: string
  #context: BrowserContext | null = null

  private constructor(profile: string) {
    this.profile = profile
  }

  static async make(): Promise<Device> {
    return new Device(await mkdtemp(join(tmpdir(), 'farol-bench-device-')))
  }

  /** A device whose profile is in `folder`, which an earlier run may have left. */
  static async at(folder: string): Promise<Device> {
    await mkdir(folder, { recursive: true })
    return new Device(folder)
  }

  /** Opens a window. `serviceWorkers`: 'block' measures the network without a service worker. `height`: px. */
  async open({ serviceWorkers = 'allow', height = 900 }: WindowOptions = {}): Promise<BrowserContext> {
    const executablePath = await findBrowser()
    if (executablePath === null) throw new Error('no Chromium found or installable')
    this.#context = await chromium.launchPersistentContext(this.profile, {
      executablePath,
      args: [...BROWSER_FLAGS],
      serviceWorkers,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 1440, height },
    })
    this.#context.setDefaultTimeout(PATIENCE_MS)
    return this.#context
  }

  async page(): Promise<Page> {
    const context = this.#context ?? (await this.open())
    return context.pages()[0] ?? (await context.newPage())
  }

  async close(): Promise<void> {
    await this.#context?.close()
    this.#context = null
  }

  async dispose(): Promise<void> {
    await this.close()
    await rm(this.profile, { recursive: true, force: true })
  }
}

export async function signIn(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login', { exact: true }).fill(login)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** Waits until the device has all rows of its user. */
export async function synced(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    /^Conectado(?!.*Baixando).*atualizado/.test(
      document.querySelector('[data-testid=connection]')?.textContent ?? '',
    ),
  )
}

/**
 * Repeats `ask` until it resolves to true. Throws after PATIENCE_MS. (Playwright's `waitForFunction` treats the
 * promise of an async function as true.)
 */
export async function until(ask: () => Promise<boolean>, everyMs = 500): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error('timed out: the awaited condition did not become true')
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/**
 * Waits until the board's snapshot on disk holds the rows but for a last few, staging is empty, and what a later opening shows first
 * is kept: the rows of the first cards, and the catalogues. This is the state before a later opening. Few changes alone write no
 * new snapshot (`blocksFromLeads` of src/board-index/board-session.ts).
 */
export async function snapshotWritten(page: Page): Promise<void> {
  await until(() =>
    page.evaluate(async () => {
      const name = (await indexedDB.databases()).find((one) => /^farol-(p-)?\d+$/.test(one.name ?? ''))?.name
      if (name === undefined) return false
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('open'))
      })
      const store = db.transaction(['blocks', 'leads', 'packDirectories', 'meta'])
      const ask = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve) => {
          request.onsuccess = () => resolve(request.result)
        })
      const manifest: { bytes: { rows: number } } | undefined = await ask(
        store.objectStore('blocks').get('manifest'),
      )
      const leads = await ask(store.objectStore('leads').count())
      const staged = await ask(store.objectStore('packDirectories').count())
      const meta = store.objectStore('meta')
      const first = [await ask(meta.getKey('firstRows')), await ask(meta.getKey('keptCatalogues'))]
      db.close()
      const few = 500
      const isWritten = manifest !== undefined && manifest.bytes.rows > 0 && leads - manifest.bytes.rows < few
      return staged === 0 && isWritten && !first.includes(undefined)
    }),
  )
}

/** Signs a broker in, and closes the device when it has all leads and the board's snapshot on disk. */
export async function prepareBroker(device: Device, url: string): Promise<void> {
  const page = await device.page()
  await page.goto(`${url}/login`)
  await signIn(page, 'corretor')
  await synced(page)
  await snapshotWritten(page)
  await device.close()
}
