/** The start of every scenario: its own server, and a browser of the project's engine. */
import { writeFile } from 'node:fs/promises'
import { test as endToEnd } from '../../e2e/support/test.ts'
import { type Browser, inPage, type Tab } from './browser.ts'
import { launchFirefox } from './firefox.ts'
import { launchWebKitGtk } from './webkitgtk.ts'

const LAUNCH = { webkitgtk: launchWebKitGtk, firefox: launchFirefox }
export type Engine = keyof typeof LAUNCH

/** A hanging page must not keep its test from ending. */
const LAST_WORDS_MS = 10_000

/** The page's state after a failure. No screenshot: it can crash WebKitGTK. */
async function lastWords(tab: Tab): Promise<string> {
  const silent = new Promise<string>((resolve) => setTimeout(resolve, LAST_WORDS_MS, 'no answer'))
  const ask = async () => {
    const page = await inPage(tab, () => `${location.href}\n\n${document.body.innerText}`)
    return [page, '', 'Console:', ...(await tab.said())].join('\n')
  }
  return Promise.race([ask().catch(String), silent])
}

export const test = endToEnd.extend<{ device: Browser }, { engine: Engine }>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  device: async ({ engine }, provide, testInfo) => {
    const browser = await LAUNCH[engine]()
    const tabs: Tab[] = []
    await provide({
      ...browser,
      openTab: async () => {
        const tab = await browser.openTab()
        tabs.push(tab)
        return tab
      },
    })
    if (testInfo.status !== testInfo.expectedStatus) {
      const pages = []
      for (const tab of tabs) pages.push(await lastWords(tab))
      const path = testInfo.outputPath('last-words.txt')
      await writeFile(path, [...pages, browser.said.join('\n')].join('\n\n———\n\n'))
      await testInfo.attach('last words', { path, contentType: 'text/plain' })
    }
    await browser.close()
  },
})

export { expect } from '@playwright/test'
