/** One browser process: a profile, the page of one engine, and what is done there. */
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { BROWSER_FLAGS } from '../../scripts/browser-flags.ts'
import { findBrowser } from '../../scripts/find-browser.ts'
import type { Bench } from './page.ts'
import type { Figures } from './report.ts'

/** Memory is asked for once the browser has collected what is no longer used. */
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

/** Rejects when a run takes longer than any should, with the step that it stands at. */
async function tooLong(page: Page): Promise<never> {
  await pause(RUN_MS, undefined, { ref: false })
  throw new Error(`no end at '${await page.title()}'`)
}

/** A browser with this profile, at the page; what the page measures goes to `note`. */
export async function visit(
  profile: string,
  address: string,
  note: (figures: Figures) => void,
  work: (page: Page) => Promise<unknown>,
): Promise<void> {
  if (executablePath === null) throw new Error('no Chromium')
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
