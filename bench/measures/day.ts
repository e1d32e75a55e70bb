/**
 * 'Meu dia': from a key to the next lead, from 'Adiar' and from a capture to the lead that takes its place, and the question to the
 * board worker.
 */
import type { Locator, Page } from 'playwright'
import { slowed } from '../opening/slowed.ts'
import { type Line, median, spread } from '../table.ts'

const ITEM_MS = 50
const FRAME_MS = 1000 / 60
const TIMES = 15

const lead = (page: Page) => page.getByRole('region', { name: 'Agora' }).getByRole('heading', { level: 2 })

/** Resolves to the ms from the event until the frame that shows another reason or lead. */
async function untilAnother(
  page: Page,
  event: 'keydown' | 'click',
  act: () => Promise<void>,
): Promise<number> {
  // The act must not overtake the listener.
  const watch = await page.evaluateHandle((event) => {
    const shown = () => document.querySelector('section[aria-label="Agora"]')?.textContent
    const ms = new Promise<number>((resolve) => {
      const begin = () => {
        const started = performance.now()
        const before = shown()
        const look = () => {
          const now = shown()
          if (now !== undefined && now !== before) resolve(performance.now() - started)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      document.addEventListener(event, begin, { capture: true, once: true })
    })
    return { ms }
  }, event)
  await act()
  const ms = await watch.evaluate((watched) => watched.ms)
  await watch.dispose()
  return ms
}

/** Walks to a lead that may be captured: the one that was captured last stands before it. */
async function toCapture(page: Page): Promise<Locator> {
  const capture = page.getByRole('button', { name: 'Capturar esse Lead' })
  for (let step = 0; step < TIMES && !(await capture.isVisible()); step++) {
    await page.keyboard.press('j')
    await page.waitForTimeout(300)
  }
  return capture
}

/** Asks a board worker of its own for the day, as the screen does after each change. */
async function questions(page: Page): Promise<number[]> {
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const script = names.find((name) => /board\.worker/.test(name))
  if (script === undefined) throw new Error('the page did not load the board worker')
  return page.evaluate(
    async ({ script, times }) => {
      const name = (await indexedDB.databases()).find((one) => /^farol-\d+$/.test(one.name ?? ''))?.name ?? ''
      const board = new Worker(script, { type: 'module' })
      let calls = 0
      const call = (method: string, argument: unknown) =>
        new Promise<void>((resolve) => {
          const id = `bench-${calls++}`
          const listen = (event: MessageEvent) => {
            if (event.data?.id !== id) return
            board.removeEventListener('message', listen)
            resolve()
          }
          board.addEventListener('message', listen)
          board.postMessage({
            id,
            type: 'APPLY',
            path: [method],
            argumentList: [{ type: 'RAW', value: argument }],
          })
        })
      await call('open', Number(name.replace('farol-', '')))
      await call('day', true)
      const ms: number[] = []
      for (let time = 0; time < times; time++) {
        const started = performance.now()
        await call('day', true)
        ms.push(performance.now() - started)
      }
      board.terminate()
      return ms
    },
    { script, times: TIMES },
  )
}

/** Of the page's main thread: the board worker keeps its speed. */
const SLOWED = { rate: 6, itemMs: 200 }

function line(what: string, ms: readonly number[], wanted: number): Line {
  const usual = median(ms)
  return {
    what,
    measured: spread(ms, 'ms', 1),
    against: `${wanted.toFixed(0)} ms`,
    ratio: usual / wanted,
    wanted: 'below 1',
    kept: usual < wanted,
    record: { name: what, ms: usual },
  }
}

/** At full speed, then slowed. */
export async function day(page: Page, url: string): Promise<Line[]> {
  const lines = await walk(page, url, 'Meu dia', ITEM_MS)
  lines.push(line('Meu dia, question to the board worker', await questions(page), FRAME_MS))
  await slowed(page, SLOWED.rate)
  return [...lines, ...(await walk(page, url, `Meu dia, processor ÷ ${SLOWED.rate}`, SLOWED.itemMs))]
}

async function walk(page: Page, url: string, name: string, wanted: number): Promise<Line[]> {
  await page.goto(`${url}/hoje`)
  await lead(page).waitFor()
  const keys: number[] = []
  for (let time = 0; time < TIMES; time++) {
    keys.push(await untilAnother(page, 'keydown', () => page.keyboard.press(time % 2 === 0 ? 'j' : 'k')))
    await page.waitForTimeout(100)
  }
  const skips: number[] = []
  for (let time = 0; time < 3; time++) {
    await page.keyboard.press('a')
    const rest = page.getByRole('menuitem', { name: '30 minutos, sem agendar' })
    await rest.waitFor()
    await page.waitForTimeout(300)
    skips.push(await untilAnother(page, 'click', () => rest.click()))
    await page.waitForTimeout(500)
  }
  const captures: number[] = []
  for (let time = 0; time < 3; time++) {
    await (await toCapture(page)).click()
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Continuar' })
    await sure.waitFor()
    await page.waitForTimeout(400)
    captures.push(await untilAnother(page, 'click', () => sure.click()))
    await page.goto(`${url}/hoje`)
    await lead(page).waitFor()
    await page.waitForTimeout(500)
  }
  return [
    line(`${name}, a key to the next lead`, keys, wanted),
    line(`${name}, 30 minutos to the next lead`, skips, wanted),
    line(`${name}, Continuar to the lead that follows the captured one`, captures, wanted),
  ]
}
