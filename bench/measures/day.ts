/**
 * 'Meu dia': from a key to the next lead, from 'Adiar' and from a capture to the lead that takes its place, and the question to the
 * board worker.
 */
import type { Page } from 'playwright'
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
  const watch = page.evaluate(
    (event) =>
      new Promise<number>((resolve) => {
        const shown = () => document.querySelector('section[aria-label="Agora"]')?.textContent
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
      }),
    event,
  )
  await act()
  return watch
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

function line(what: string, ms: readonly number[], wanted: number): Line {
  const usual = median(ms)
  return {
    what,
    measured: spread(ms, 'ms', 1),
    against: `${wanted.toFixed(0)} ms`,
    ratio: usual / wanted,
    wanted: 'below 1',
    kept: usual < wanted,
  }
}

export async function day(page: Page, url: string): Promise<Line[]> {
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
    await page.getByRole('button', { name: 'Capturar esse Lead' }).click()
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Continuar' })
    await sure.waitFor()
    await page.waitForTimeout(400)
    captures.push(await untilAnother(page, 'click', () => sure.click()))
    await page.goto(`${url}/hoje`)
    await lead(page).waitFor()
    await page.waitForTimeout(500)
  }
  return [
    line('Meu dia, a key to the next lead', keys, ITEM_MS),
    line('Meu dia, 30 minutos to the next lead', skips, ITEM_MS),
    line('Meu dia, Continuar to the lead that follows the captured one', captures, ITEM_MS),
    line('Meu dia, question to the board worker', await questions(page), FRAME_MS),
  ]
}
