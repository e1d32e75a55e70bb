/**
 * Measures frames from a tap to its effect: the confirmation, its closing after 'Continuar', and the message that the
 * capture is stored.
 */
import type { Page } from 'playwright'
import { type Line, median, spread } from '../table.ts'

const WANTED_FRAMES = 2
const FRAME_MS = 1000 / 60
const TIMES = 5

const QUESTION = { selector: '[role=dialog]', words: 'Tem certeza', there: true }
const MESSAGE = { selector: 'body', words: 'Lead capturada com sucesso', there: true }

interface Sight {
  readonly selector: string
  readonly words: string
  /** true: wait until it is visible; false: until it is gone. */
  readonly there: boolean
}

interface Seen {
  readonly frames: number
  readonly ms: number
}

/** Clicks the button and returns, for each sight, the frames and ms until it is as wanted. */
async function framesUntil(page: Page, button: string, sights: readonly Sight[]): Promise<Seen[]> {
  const watch = page.evaluate(
    (sights) =>
      new Promise<Seen[]>((resolve) => {
        const isSo = ({ selector, words, there }: Sight) =>
          [...document.querySelectorAll(selector)].some((element) => element.textContent?.includes(words)) ===
          there
        const count = () => {
          const started = performance.now()
          const seen = new Map<Sight, Seen>()
          let frames = 0
          const look = () => {
            frames += 1
            for (const sight of sights)
              if (!seen.has(sight) && isSo(sight))
                seen.set(sight, { frames, ms: performance.now() - started })
            if (seen.size < sights.length) requestAnimationFrame(look)
            else resolve(sights.flatMap((sight) => seen.get(sight) ?? []))
          }
          requestAnimationFrame(look)
        }
        document.addEventListener('click', count, { capture: true, once: true })
      }),
    sights,
  )
  await page.getByRole('button', { name: button }).and(page.locator(':not([aria-disabled])')).first().click()
  return watch
}

/** Captures five leads on the board. */
export async function capture(page: Page): Promise<Line[]> {
  const dialogs: number[] = []
  const closings: number[] = []
  const captures: number[] = []
  const captureMs: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await page.getByRole('button', { name: 'Capturar esse Lead' }).first().waitFor()
    await page.waitForTimeout(500)
    const [opened] = await framesUntil(page, 'Capturar esse Lead', [QUESTION])
    dialogs.push(opened?.frames ?? Number.NaN)
    await page.waitForTimeout(400)
    const [closed, kept] = await framesUntil(page, 'Continuar', [{ ...QUESTION, there: false }, MESSAGE])
    closings.push(closed?.frames ?? Number.NaN)
    captures.push(kept?.frames ?? Number.NaN)
    captureMs.push(kept?.ms ?? Number.NaN)
    await page.waitForTimeout(300)
    await page.keyboard.press('Escape')
    await page.getByText('Lead capturada com sucesso').first().waitFor({ state: 'hidden' })
  }
  const line = (what: string, frames: number[]): Line => ({
    what,
    measured: spread(frames, 'frames'),
    against: `${WANTED_FRAMES} frames (${(WANTED_FRAMES * FRAME_MS).toFixed(0)} ms)`,
    ratio: Math.max(...frames) / WANTED_FRAMES,
    wanted: 'the worst at most 1',
    kept: Math.max(...frames) <= WANTED_FRAMES,
  })
  return [
    line('tap on Capturar to the confirmation', dialogs),
    line('tap on Continuar to the reaction', closings),
    {
      what: 'tap on Continuar to the capture on the disk',
      measured: `${spread(captures, 'frames')}, ${spread(captureMs, 'ms')}`,
      against: '',
      ratio: null,
      wanted: 'the reaction comes before',
      kept: true,
      record: { name: 'a capture on the disk', ms: median(captureMs) },
    },
  ]
}
