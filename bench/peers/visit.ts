/** Runs one engine's page in a browser process with a profile. */
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { BROWSER_FLAGS } from '../../scripts/browser-flags.ts'
import { findBrowser } from '../../scripts/find/browser.ts'
import type { Bench } from './page.ts'
import type { Figures } from './report.ts'

/** Makes the memory measurement run a garbage collection at once. */
const FLAGS = [...BROWSER_FLAGS, '--enable-blink-features=ForceEagerMeasureMemory']
const PATIENCE_MS = 600_000
const RUN_MS = 300_000

declare global {
  interface Window {
    bench?: Bench
  }
  interface Performance {
    measureUserAgentSpecificMemory(): Promise<{
      bytes: number
      breakdown: { bytes: number; attribution: { scope: string; url: string }[] }[]
    }>
  }
}

const executablePath = await findBrowser()

/** Rejects with the present step when a run takes longer than RUN_MS. */
async function tooLong(page: Page): Promise<never> {
  await pause(RUN_MS, undefined, { ref: false })
  throw new Error(`timed out at step '${await page.title()}'`)
}

/** Opens the page in a browser with this profile and runs `work`. The page's figures go to `note`. */
export async function visit(
  profile: string,
  address: string,
  note: (figures: Figures) => void,
  work: (page: Page) => Promise<unknown>,
): Promise<void> {
  if (executablePath === null) throw new Error('no Chromium found or installable')
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: FLAGS,
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    page.setDefaultTimeout(PATIENCE_MS)
    await page.exposeFunction('note', note)
    await page.goto(address)
    await page.waitForFunction(() => window.bench)
    await Promise.race([work(page), tooLong(page)])
  } finally {
    await context.close()
  }
}
