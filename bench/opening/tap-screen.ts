/** A tap on an entry of the menu, timed in the page. */
import type { BrowserContext, Locator, Page } from 'playwright'
import { contentOf } from './screen-content.ts'

interface SeenScreen {
  /** Set before the tap. */
  content: string
  tappedMs?: number
  paintedMs?: number
}

declare global {
  interface Window {
    tappedScreen?: SeenScreen
  }
}

/** Time for what follows the first screen, before a person's first tap. */
const FOLLOWS_MS = 3000
/** Time in which a screen's answers arrive and are kept. */
const KEPT_MS = 1500

const entries = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')

/** Opens every screen of the menu once, so that its answers are kept. Returns their decoded paths. */
export async function visitAll(page: Page): Promise<string[]> {
  const links = entries(page)
  const paths: string[] = []
  for (let at = 0; at < (await links.count()); at++) {
    paths.push(decodeURI((await links.nth(at).getAttribute('href'))?.split('?')[0] ?? ''))
    await links.nth(at).click()
    await page.waitForTimeout(KEPT_MS)
  }
  return paths
}

/** Runs in the page before any of its code. A frame's message comes after the frame is painted. */
function watch(content: string): void {
  const seen: SeenScreen = { content }
  window.tappedScreen = seen
  let old = new WeakSet<Element>()
  let found = false
  const look = () => {
    if (found || seen.tappedMs === undefined) return
    const shown = document.querySelectorAll(`#conteudo :is(${content})`)
    if (![...shown].some((element) => !old.has(element) && element.getClientRects().length > 0)) return
    found = true
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        seen.paintedMs = performance.now()
      }
      port2.postMessage(null)
    })
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
  document.addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      seen.tappedMs = timeStamp
      old = new WeakSet(document.querySelectorAll('#conteudo *'))
    },
    { capture: true },
  )
}

/** Opens the app at `start` and taps the entry of `path`. Returns ms from the tap until its first content is painted. */
export async function openScreen(
  context: BrowserContext,
  page: Page,
  { url, start, path }: { readonly url: string; readonly start: string; readonly path: string },
): Promise<number> {
  await context.addInitScript(watch, contentOf(path))
  await page.goto(url + start)
  await page.locator('#conteudo :is(article button, h2)').first().waitFor()
  await page.waitForTimeout(FOLLOWS_MS)
  const links = entries(page)
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const at = hrefs.findIndex((href) => decodeURI(href.split('?')[0] ?? '') === path)
  if (at < 0) throw new Error(`no entry of the menu leads to ${path}`)
  await links.nth(at).click()
  await page.waitForFunction(() => window.tappedScreen?.paintedMs, undefined, {
    polling: 50,
    timeout: 30_000,
  })
  return page.evaluate(() => (window.tappedScreen?.paintedMs ?? NaN) - (window.tappedScreen?.tappedMs ?? NaN))
}
