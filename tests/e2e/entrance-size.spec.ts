/** How much code the sign-in loads. A list's schema in the start chunk, or a dialog in the theme, shows here. */
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, SLICED, test } from './support/test.ts'

const MOST_KB = { signIn: 170, withoutLogin: 120 }

// The worker loads the rest of the app for later: that is no part of the sign-in.
test.use({ serviceWorkers: 'block' })

/** The scripts that a page has loaded, by their paths. */
async function scriptsOf(
  page: Page,
  url: string,
  waitUntil: 'networkidle' | 'load' = 'networkidle',
): Promise<{ path: string; text: Buffer; kB: number }[]> {
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (type.includes('javascript')) bodies.set(new URL(response.url()).pathname, response.body())
  })
  await page.goto(url, { waitUntil })
  const texts = await Promise.all([...bodies].map(async ([path, body]) => ({ path, text: await body })))
  return texts.map((script) => ({ ...script, kB: gzipSync(script.text, { level: 9 }).length / 1000 }))
}

const sumOf = (scripts: readonly { kB: number }[]) => scripts.reduce((total, { kB }) => total + kB, 0)

// Promise: what a browser really fetches for the two first pages stays small.
test(
  'the sign-in loads at most 170 kB of JavaScript, gzip, and no zod; the page without login 120 kB, and nothing of the app',
  SLICED,
  async ({ context, sharedServer: { url } }) => {
    await test.step('the page without login', async () => {
      const page = await context.newPage()
      const scripts = await scriptsOf(page, `${url}/externalIndicationNoAuth/verify?inviter_id=1-0`, 'load')
      await expect(page.getByRole('heading', { name: 'Indicação externa' })).toBeVisible()
      await expect(page.getByRole('alert')).toBeVisible()
      const told = scripts.map(({ path, kB }) => `${path} ${kB}`)
      expect(told).toEqual([expect.stringMatching(/^\/assets\/indicacao-/)])
      expect(sumOf(scripts), told.join()).toBeLessThanOrEqual(MOST_KB.withoutLogin)
    })

    await test.step('the sign-in', async () => {
      const page = await context.newPage()
      const scripts = await scriptsOf(page, `${url}/login`)
      await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
      const sizes = scripts.map(({ path, kB }) => ({ path, kB }))
      // Start and sign-in are there: without them a small sum would prove nothing.
      expect(sizes.map(({ path }) => path)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^\/assets\/start-/),
          expect.stringMatching(/^\/assets\/entrance-/),
        ]),
      )
      expect(sumOf(scripts), JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_KB.signIn)
      // The build marks each chunk that contains zod (`zodWithoutEval` in vite.config.ts).
      const withZod = scripts
        .filter(({ text }) => text.includes('__zod_globalConfig'))
        .map(({ path }) => path)
      expect(withZod).toEqual([])
    })
  },
)
