/** From a tap to what it shows, in frames: the confirmation, and the captured lead after 'Continuar'. */
import type { Page } from 'playwright'
import { type Line, spread } from '../table.ts'

const WANTED_FRAMES = 2
const FRAME_MS = 1000 / 60
const TIMES = 5

/** Frames from the click on the button until the words stand in an element of the selector. */
async function framesUntil(
  page: Page,
  { button, selector, words }: { button: string; selector: string; words: string },
): Promise<{ frames: number; ms: number }> {
  const watch = page.evaluate(
    ({ selector, words }) =>
      new Promise<{ frames: number; ms: number }>((resolve) => {
        const shown = () =>
          [...document.querySelectorAll(selector)].some((element) => element.textContent?.includes(words))
        const count = () => {
          const started = performance.now()
          let frames = 0
          const look = () => {
            frames += 1
            if (shown()) resolve({ frames, ms: performance.now() - started })
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        document.addEventListener('click', count, { capture: true, once: true })
      }),
    { selector, words },
  )
  await page.getByRole('button', { name: button }).and(page.locator(':not([aria-disabled])')).first().click()
  return watch
}

/** Captures some leads of the user on the page. */
export async function capture(page: Page): Promise<Line[]> {
  const dialogs: number[] = []
  const captures: number[] = []
  const captureMs: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await page.getByRole('button', { name: 'Capturar esse Lead' }).first().waitFor()
    await page.waitForTimeout(500)
    const opened = await framesUntil(page, {
      button: 'Capturar esse Lead',
      selector: '[role=dialog]',
      words: 'Tem certeza',
    })
    dialogs.push(opened.frames)
    await page.waitForTimeout(400)
    const taken = await framesUntil(page, {
      button: 'Continuar',
      selector: 'body',
      words: 'Lead capturada com sucesso',
    })
    captures.push(taken.frames)
    captureMs.push(taken.ms)
    await page.waitForTimeout(300)
    await page.keyboard.press('Escape')
    await page.getByText('Lead capturada com sucesso').first().waitFor({ state: 'hidden' })
  }
  const line = (what: string, frames: number[], more: string): Line => ({
    what,
    measured: spread(frames, 'quadros') + more,
    against: `${WANTED_FRAMES} quadros (${(WANTED_FRAMES * FRAME_MS).toFixed(0)} ms)`,
    ratio: Math.max(...frames) / WANTED_FRAMES,
    wanted: 'o pior no máximo 1',
    kept: Math.max(...frames) <= WANTED_FRAMES,
  })
  return [
    line('toque em Capturar até a confirmação', dialogs, ''),
    line('toque em Continuar até o resultado', captures, `, ${spread(captureMs, 'ms')}`),
  ]
}
