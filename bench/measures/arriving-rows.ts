/** Measures how long the main thread is blocked when 500 changed leads arrive at once. */

import type { BrowserContext, Page } from 'playwright'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { Rest } from '../../tests/e2e/support/rest.ts'
import { synced, until } from '../device.ts'
import { longTasks, mainThreadLine, watchMainThread } from '../main-thread.ts'
import type { Line } from '../table.ts'

const ROWS = 500
/** Time for the pull, the index and the screen. */
const SETTLE_MS = 8000
/** Unique for this run: earlier runs may have used the same demo data. */
const NOTE = `Measured ${Date.now()}`

/** Schedules ROWS leads in attendance. Returns the number of successes. */
async function changeLeads(url: string): Promise<number> {
  const rest = await Rest.signInAnew(url, 'admin')
  const leads = await rest.leads(`state=2&limit=${ROWS}`)
  const scheduling_date = new Date(Date.now() + 2 * DAY_MS).toISOString()
  let changed = 0
  for (const { id } of leads) {
    const body = { lead_id: id, scheduling_date, description: NOTE, status: 0 }
    if ((await rest.call('POST', '/leads/scheduling', body)).status === 200) changed += 1
  }
  return changed
}

/** Waits until the mirror holds all changed rows. Rows that never arrive would falsify the result. */
async function arrived(page: Page, rows: number): Promise<void> {
  const there = () =>
    page.evaluate(async (note) => {
      const name = (await indexedDB.databases()).find((one) => /^farol-\d+$/.test(one.name ?? ''))?.name ?? ''
      const done = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('request'))
        })
      const db = await done(indexedDB.open(name))
      const leads = await done<{ lead_scheduling: { description: string } | null }[]>(
        db.transaction('leads').objectStore('leads').getAll(),
      )
      db.close()
      return leads.filter((lead) => lead.lead_scheduling?.description === note).length
    }, NOTE)
  await until(async () => (await there()) >= rows, 1000)
}

export async function arrivingRows(context: BrowserContext, page: Page, url: string): Promise<Line> {
  await context.setOffline(true)
  const changed = await changeLeads(url)
  await watchMainThread(page)
  await context.setOffline(false)
  // Reading the mirror blocks the main thread too, so the long tasks are read first.
  await page.waitForTimeout(SETTLE_MS)
  const tasks = await longTasks(page)
  await arrived(page, changed)
  await synced(page)
  const line = mainThreadLine(`${changed} changed leads arrive at once`, tasks)
  return { ...line, kept: line.kept && changed === ROWS }
}
