/** Measures the first sync, from the tap on 'Entrar' to the last row, against raw IndexedDB with the same rows. */
import type { Page } from 'playwright'
import { signIn, snapshotWritten, synced } from '../device.ts'
import { type LongTask, longTasks, mainThreadLine, watchMainThread } from '../main-thread.ts'
import type { Line } from '../table.ts'

const WANTED = 0.5

declare global {
  interface Window {
    download?: { startMs?: number; endMs?: number }
  }
}

/** Records when the first cards are drawn and when the last row is stored. */
async function watchDownload(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.download = {}
    const observer = new MutationObserver(() => {
      if (window.download === undefined) return
      if (document.querySelector('[role=feed] article button') !== null)
        window.download.startMs ??= performance.now()
      const connection = document.querySelector('[data-testid=connection]')?.textContent ?? ''
      if (!connection.includes('atualizado')) return
      window.download.endMs = performance.now()
      observer.disconnect()
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
}

/**
 * Writes the mirrored leads and clients, 2,000 a transaction, into a database without indexes. Returns rows and ms.
 */
async function rawWrite(page: Page): Promise<{ rows: number; ms: number }> {
  return page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('request'))
      })
    const name = (await indexedDB.databases()).find((one) => /^farol-\d+$/.test(one.name ?? ''))?.name ?? ''
    const mirror = await done(indexedDB.open(name))
    const stores = ['leads', 'clients'] as const
    const rows = await Promise.all(
      stores.map((store) => done<unknown[]>(mirror.transaction(store).objectStore(store).getAll())),
    )
    mirror.close()
    const opening = indexedDB.open('bench-raw')
    opening.onupgradeneeded = () => {
      for (const store of stores) opening.result.createObjectStore(store, { keyPath: 'uid' })
    }
    const raw = await done(opening)
    const started = performance.now()
    for (const [place, store] of stores.entries()) {
      const all = rows[place] ?? []
      for (let from = 0; from < all.length; from += 2000) {
        const transaction = raw.transaction(store, 'readwrite')
        for (const row of all.slice(from, from + 2000)) transaction.objectStore(store).put(row)
        await new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve()
          transaction.onerror = () => reject(transaction.error ?? new Error('transaction'))
        })
      }
    }
    const ms = performance.now() - started
    raw.close()
    await done(indexedDB.deleteDatabase('bench-raw'))
    return { rows: rows.reduce((sum, all) => sum + all.length, 0), ms }
  })
}

/** Afterwards the page is signed in and synced. */
export async function firstSync(page: Page, url: string): Promise<Line[]> {
  await page.goto(`${url}/login`)
  await watchMainThread(page)
  await watchDownload(page)
  const started = performance.now()
  await signIn(page, 'admin')
  await synced(page)
  const syncMs = performance.now() - started
  const tasks = await longTasks(page)
  const { startMs, endMs } = (await page.evaluate(() => window.download)) ?? {}
  if (startMs === undefined || endMs === undefined)
    throw new Error('the cards were not drawn, or the download did not end')
  const isMeanwhile = (task: LongTask) => task.startMs >= startMs && task.startMs + task.ms <= endMs
  await snapshotWritten(page)
  const raw = await rawWrite(page)
  const rate = (ms: number) => `${Math.round(raw.rows / (ms / 1000)).toLocaleString('en')} rows/s`
  const ratio = raw.ms / syncMs
  const rateLine = {
    what: `first sync, ${raw.rows.toLocaleString('en')} rows in ${(syncMs / 1000).toFixed(1)} s`,
    measured: rate(syncMs),
    against: `${rate(raw.ms)} (IndexedDB)`,
    ratio,
    wanted: `at least ${WANTED}`,
    kept: ratio >= WANTED,
    record: { name: 'first sync, a thousand rows', ms: (syncMs * 1000) / raw.rows },
  }
  return [
    rateLine,
    mainThreadLine('while the rows arrive', tasks.filter(isMeanwhile)),
    mainThreadLine(
      'sign-in and first drawing of the board',
      tasks.filter((task) => !isMeanwhile(task)),
    ),
  ]
}
