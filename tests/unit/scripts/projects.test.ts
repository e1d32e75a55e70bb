/** Every test file runs, and runs once: docs/testing.md#what-each-suite-proves */
import { globSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'

const projectSchema = z.object({
  test: z.object({
    name: z.string(),
    include: z.array(z.string()),
    exclude: z.array(z.string()).default([]),
  }),
})

async function projects() {
  // A slice leaves files out.
  vi.stubEnv('SLICE', '')
  const { default: config } = await import('../../../vitest.config.ts')
  vi.unstubAllEnvs()
  return z.array(projectSchema).parse(config.test?.projects)
}

it('each test file is in one project; some of the store are in that of sealed stores as well', async () => {
  const runs = (await projects()).flatMap(({ test }) => {
    const left = new Set(test.exclude.flatMap((pattern) => globSync(pattern)))
    return globSync(test.include)
      .filter((file) => !left.has(file))
      .map((file) => ({ file, name: test.name }))
  })
  const own = runs.filter(({ name }) => name !== 'sync-sealed').map(({ file }) => file)
  expect(own.toSorted()).toEqual(globSync('tests/**/*.test.{ts,tsx}').toSorted())
})
