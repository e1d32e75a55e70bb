import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS } from './scripts/browser-flags.ts'

/** The user's way through, in a real browser against the real server. Each spec starts servers of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/support/prepare-data.ts',
  workers: 2,
  // Test by test, or one worker would end with a file while the other has nothing left.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On the shared machine of CI the browser now and then owes its frames for seconds. A test that failed there is
  // repeated once, and the list names it as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    // The lighthouse turns on every sign-in: drawn by the processor, that is a third of what the screen costs.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs a third of the whole run: `playwright test <file> --trace on` shows what failed.
    trace: 'off',
    // A control that does not come fails its test by name, long before the test's own time is up.
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [...BROWSER_FLAGS],
    },
  },
})
