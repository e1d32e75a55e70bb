/**
 * The features (folders of src/features) that each browser test touches, the most important first. `npm run test:changed`
 * chooses the specs of a change by it; tests/unit/scripts/tests-of-change.test.ts keeps it complete.
 */
const TOUCHES: Readonly<Record<string, readonly string[]>> = {
  accessibility: ['board', 'session', 'sync'],
  accounts: ['session'],
  administration: ['administration'],
  'app-update': ['shell'],
  assistant: ['assistant'],
  'blocked-stores': ['session'],
  'broker-day': ['sync', 'board', 'lead'],
  calls: ['lead'],
  'changed-role': ['session', 'shell'],
  clients: ['clients'],
  conflicts: ['sync'],
  'content-policy': [],
  'data-requests': ['administration', 'clients'],
  'demo-notice': ['session'],
  'entrance-size': [],
  'external-indication': ['external', 'indication'],
  'faults-answers': ['sync'],
  'faults-connection': ['sync'],
  'faults-killed': [],
  'faults-storage': [],
  'faults-upgrade': [],
  'first-sync': ['board', 'sync'],
  'lead-actions': ['lead'],
  'lead-decisions': ['lead', 'sync'],
  'lead-dialogs': ['lead'],
  'lead-form': ['lead'],
  'lead-life': ['lead'],
  'lead-rules': ['lead'],
  leaving: ['administration', 'board', 'lead'],
  masks: ['lead', 'external', 'indication'],
  'moment-field': ['lead'],
  notices: ['notices'],
  'opened-lead': ['board', 'shell', 'notices', 'reports'],
  opening: ['board'],
  'own-password': ['session', 'administration', 'clients', 'profile'],
  'page-life': [],
  'personal-data': ['clients'],
  'personal-data-left': ['clients'],
  'phone-form': ['lead'],
  'phone-parts': ['lead'],
  privacy: ['session', 'sync'],
  profile: ['profile'],
  push: ['notices'],
  renewals: ['renewals'],
  reports: ['reports', 'funnel'],
  returning: ['lead', 'renewals', 'board'],
  roles: ['shell'],
  'section-keys': ['shell', 'lead'],
  'server-dies': ['sync'],
  'session-revoked': ['session'],
  settings: ['administration'],
  'sign-out': ['session'],
  'sign-out-drafts': ['session'],
  styles: ['reports', 'board', 'shell'],
  'sync-screen': ['sync'],
  touch: ['board', 'lead'],
  'two-brokers': ['sync', 'board'],
  'two-tabs': ['sync'],
  users: ['administration'],
  verification: ['verification'],
}

/** Throws for a spec without an entry. */
export function featuresOfSpec(file: string): readonly string[] {
  const name = file.replace(/^.*\/|\.spec\.ts$/gu, '')
  const touched = TOUCHES[name]
  if (touched === undefined) throw new Error(`${file} has no entry in tests/e2e/support/touches.ts`)
  return touched
}
