/** How much code the sign-in loads. A list's schema in the start chunk, or a dialog in the theme, shows here. */
import { gzipSync } from 'node:zlib'
import { expect, test } from './support/test.ts'

const MOST_KB = 170

// The worker loads the rest of the app for later: that is no part of the sign-in.
test.use({ serviceWorkers: 'block' })

test('the sign-in loads at most 170 kB of JavaScript, gzip, and no zod', async ({ page, sharedServer }) => {
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (type.includes('javascript')) bodies.set(new URL(response.url()).pathname, response.body())
  })
  await page.goto(`${sharedServer.url}/login`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()

  const scripts = await Promise.all(
    [...bodies].map(async ([path, body]) => ({ path, text: await body }) as const),
  )
  const sizes = scripts.map(({ path, text }) => ({ path, kB: gzipSync(text, { level: 9 }).length / 1000 }))
  // Start and sign-in are there: without them a small sum would prove nothing.
  expect(sizes.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\/assets\/start-/),
      expect.stringMatching(/^\/assets\/entrance-/),
    ]),
  )
  const sum = sizes.reduce((total, { kB }) => total + kB, 0)
  expect(sum, JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_KB)
  // The build marks each chunk that contains zod (`zodWithoutEval` in vite.config.ts).
  const withZod = scripts.filter(({ text }) => text.includes('__zod_globalConfig')).map(({ path }) => path)
  expect(withZod).toEqual([])
})
