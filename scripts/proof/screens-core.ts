/**
 * The mounted screens that `npm test` runs. `npm run test:long` runs all of them, one page after the other, which takes
 * longer than all other suites together. See docs/testing.md#what-runs-when.
 */
const CORE: readonly string[] = [
  'board.test.tsx',
  'administration/partner-keys.test.tsx',
  'lead-form/masks.test.tsx',
  'profile.test.tsx',
  'shell/leaving.test.tsx',
  'shell/menu.test.tsx',
  'sync/decisions.test.tsx',
]

/** Patterns for Vitest's `include`: the core where SLICE is set, else every file. */
export const mountedScreens = (slice = process.env.SLICE): string[] =>
  slice ? CORE.map((file) => `tests/screens/${file}`) : ['tests/screens/**/*.test.tsx']
