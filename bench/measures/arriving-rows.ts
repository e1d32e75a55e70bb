/** 500 leads that changed on the server arrive at once: how long is the main thread not there for the user? */

import type { BrowserContext, Page } from 'playwright'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { Rest } from '../../tests/e2e/support/rest.ts'
import { synced, until } from '../device.ts'
import { longTasks, mainThreadLine, watchMainThread } from '../main-thread.ts'
import type { Line } from '../table.ts'

const ROWS = 500
/** Time for the pull, the index and the screen. */
const SETTLE_MS = 8000
/** Of this run: the demo data may have been measured before. */
const NOTE = `Medição ${Date.now()}`

/** Schedules as many leads in attendance as were asked for; answers how many. */
async function changeLeads(url: string): Promise<number> {
  const rest = await Rest.signIn(url, 'admin')
  const leads = await rest.leads(`state=2&limit=${ROWS}`)
  const scheduling_date = new Date(Date.now() + 2 * DAY_MS).toISOString()
  let changed = 0
  for (const { id } of leads) {
    const body = { lead_id: id, scheduling_date, description: NOTE, status: 0 }
    if ((await rest.call('POST', '/leads/scheduling', body)).status === 200) changed += 1
  }
  return changed
}

/** Until the mirror holds all of them: what never came can't have blocked anything. */
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
  // Looking into the mirror is work of the main thread too: what it did until now is read first.
  await page.waitForTimeout(SETTLE_MS)
  const tasks = await longTasks(page)
  await arrived(page, changed)
  await synced(page)
  const line = mainThreadLine(`${changed} leads alterados chegam de uma vez`, tasks)
  return { ...line, kept: line.kept && changed === ROWS }
}
