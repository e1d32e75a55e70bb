/**
 * The features (folders of src/features) that each browser test touches, the most important first. `npm run test:changed`
 * chooses the specs of a change by it; tests/unit/scripts/tests-of-change.test.ts keeps it complete.
 */
const TOUCHES: Readonly<Record<string, readonly string[]>> = {
  accounts: ['session'],
  imports: ['imports'],
  'app-update': ['shell'],
  'blocked-stores': ['session'],
  'broker-day': ['sync', 'board', 'lead'],
  devices: ['devices', 'session', 'profile'],
  'second-user': ['session', 'shell', 'board', 'sync'],
  'protected-bytes': ['session', 'profile', 'shell', 'board'],
  'protected-device': ['session', 'profile', 'shell', 'board'],
  'lock-screen': ['session', 'profile'],
  'protected-locked': ['session', 'sync'],
  'protected-killed': ['session', 'profile', 'shell', 'board'],
  'entrance-size': [],
  'faults-storage': [],
  'first-visit': [],
  'hand-over': ['hand-over', 'indication', 'lead'],
  'first-sync-killed': [],
  'lead-life': ['lead'],
  opening: ['board'],
  painting: ['board', 'session', 'shell'],
  'page-life': [],
  privacy: ['session', 'sync'],
  'policy-pdf': ['lead'],
  'public-page': ['indication'],
  push: ['notices'],
  'second-factor': ['session', 'profile'],
  styles: ['reports', 'board', 'shell'],
  assistant: ['assistant'],
  paper: ['board', 'reports', 'shell'],
  'two-brokers': ['sync', 'board'],
  'two-tabs': ['sync'],
}

/** Throws for a spec without an entry. */
export function featuresOfSpec(file: string): readonly string[] {
  const name = file.replace(/^.*\/|\.spec\.ts$/gu, '')
  const touched = TOUCHES[name]
  if (touched === undefined) throw new Error(`${file} has no entry in tests/e2e/support/touches.ts`)
  return touched
}
