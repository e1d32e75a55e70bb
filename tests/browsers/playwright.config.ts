import { defineConfig } from '@playwright/test'
import type { Engine } from './support/test.ts'

/** The same scenarios on each engine other than Chromium's. `npm run test:browsers` builds the app first. */
export default defineConfig<object, { engine: Engine }>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/browsers',
  globalSetup: '../e2e/support/prepare-data.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: [['list']],
  projects: [
    { name: 'webkitgtk', use: { engine: 'webkitgtk' } },
    { name: 'firefox', use: { engine: 'firefox' } },
  ],
})
