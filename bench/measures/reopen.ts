/** Measures reopening the app: from the start of the page to the counters and the first forty cards. */
import type { Device } from '../device.ts'
import { type Line, median, spread } from '../table.ts'

const OPENINGS = 9
const WANTED = 1.2
const CARDS = 40
/** Window height for CARDS cards. Only visible cards are rendered. */
const HEIGHT = 5000

declare global {
  interface Window {
    cardsMs?: number
  }
}

export interface Synced {
  readonly device: Device
  readonly url: string
  readonly leads: number
}

/** Starts the browser again. Returns the ms from the start of the page to counters and cards. */
async function openOnce({ device, url }: Synced): Promise<number> {
  await device.close()
  const context = await device.open({ height: HEIGHT })
  await context.addInitScript((cards) => {
    const look = () => {
      if (document.querySelectorAll('article[aria-label^="Lead "]').length < cards) return
      const counts = [...document.querySelectorAll('[role=tab] > :last-child')]
      if (counts.length === 0 || !counts.every((count) => /\d/.test(count.textContent))) return
      window.cardsMs = performance.now()
      observer.disconnect()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  }, CARDS)
  const page = await device.page()
  await page.goto(url)
  const card = await page.waitForFunction(() => window.cardsMs)
  const ms = (await card.jsonValue()) ?? Number.NaN
  await page.waitForTimeout(1000)
  await device.close()
  return ms
}

/** Alternates both devices, so that other load affects both equally. */
export async function reopenings(small: Synced, large: Synced): Promise<Line> {
  const times: { small: number[]; large: number[] } = { small: [], large: [] }
  for (let opening = 0; opening <= OPENINGS; opening++) {
    const both = { small: await openOnce(small), large: await openOnce(large) }
    // The first opening fills the browser's cache of compiled code and is not counted.
    if (opening === 0) continue
    times.small.push(both.small)
    times.large.push(both.large)
  }
  return reopenLine({ leads: small.leads, ms: times.small }, { leads: large.leads, ms: times.large })
}

function reopenLine(small: { leads: number; ms: number[] }, large: { leads: number; ms: number[] }): Line {
  const ratio = median(large.ms) / median(small.ms)
  return {
    what: `opening again to the counters and the first ${CARDS} cards, ${large.leads.toLocaleString('en')} leads`,
    measured: spread(large.ms, 'ms'),
    against: `${spread(small.ms, 'ms')} with ${small.leads.toLocaleString('en')}`,
    ratio,
    wanted: `at most ${WANTED}`,
    kept: ratio <= WANTED,
    record: { name: `opening again to ${CARDS} cards`, ms: median(large.ms) },
  }
}
