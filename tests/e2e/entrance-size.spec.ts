/** How much code the sign-in loads. A list's schema in the start chunk, or a dialog in the theme, shows here. */
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const MOST_KB = 170

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

test('the page of an indication without login loads at most 120 kB of JavaScript, and nothing of the app', async ({
  page,
  sharedServer,
}) => {
  const scripts = await scriptsOf(
    page,
    `${sharedServer.url}/externalIndicationNoAuth/verify?inviter_id=1-0`,
    'load',
  )
  await expect(page.getByRole('heading', { name: 'Indicação externa' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeVisible()
  const told = scripts.map(({ path, kB }) => `${path} ${kB}`)
  expect(told).toEqual([expect.stringMatching(/^\/assets\/indicacao-/)])
  expect(sumOf(scripts), told.join()).toBeLessThanOrEqual(120)
})

test('the sign-in loads at most 170 kB of JavaScript, gzip, and no zod', async ({ page, sharedServer }) => {
  const scripts = await scriptsOf(page, `${sharedServer.url}/login`)
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  const sizes = scripts.map(({ path, kB }) => ({ path, kB }))
  // Start and sign-in are there: without them a small sum would prove nothing.
  expect(sizes.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\/assets\/start-/),
      expect.stringMatching(/^\/assets\/entrance-/),
    ]),
  )
  expect(sumOf(scripts), JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_KB)
  // The build marks each chunk that contains zod (`zodWithoutEval` in vite.config.ts).
  const withZod = scripts.filter(({ text }) => text.includes('__zod_globalConfig')).map(({ path }) => path)
  expect(withZod).toEqual([])
})
