/** Opening the app again: from the start of the page to the first card of a lead. */
import type { Device } from '../device.ts'
import { type Line, median, spread } from '../table.ts'

const OPENINGS = 9
const WANTED = 1.2

declare global {
  interface Window {
    firstCardMs?: number
  }
}

export interface Synced {
  readonly device: Device
  readonly url: string
  readonly leads: number
}

/** Milliseconds from the start of the page to its first card; the browser is closed and started again before it. */
async function openOnce({ device, url }: Synced): Promise<number> {
  await device.close()
  const context = await device.open()
  await context.addInitScript(() => {
    const look = () => {
      if (document.querySelector('article[aria-label^="Lead "]') === null) return
      window.firstCardMs = performance.now()
      observer.disconnect()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
  })
  const page = await device.page()
  await page.goto(url)
  const card = await page.waitForFunction(() => window.firstCardMs)
  const ms = (await card.jsonValue()) ?? Number.NaN
  await page.waitForTimeout(1000)
  await device.close()
  return ms
}

/** Both in turn, so that whatever else the machine does meets both alike. */
export async function reopenings(small: Synced, large: Synced): Promise<Line> {
  const times: { small: number[]; large: number[] } = { small: [], large: [] }
  for (let opening = 0; opening <= OPENINGS; opening++) {
    const both = { small: await openOnce(small), large: await openOnce(large) }
    // The first one fills the browser's own caches of compiled code.
    if (opening === 0) continue
    times.small.push(both.small)
    times.large.push(both.large)
  }
  return reopenLine({ leads: small.leads, ms: times.small }, { leads: large.leads, ms: times.large })
}

function reopenLine(small: { leads: number; ms: number[] }, large: { leads: number; ms: number[] }): Line {
  const ratio = median(large.ms) / median(small.ms)
  return {
    what: `reabrir até os primeiros cartões, ${large.leads.toLocaleString('pt-BR')} leads`,
    measured: spread(large.ms, 'ms'),
    against: `${spread(small.ms, 'ms')} com ${small.leads.toLocaleString('pt-BR')}`,
    ratio,
    wanted: `no máximo ${WANTED}`,
    kept: ratio <= WANTED,
  }
}
