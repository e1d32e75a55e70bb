/** What the sign-in screen knows of work that waits on the device. docs/rules.md#sign-in */
import { expect, test } from 'vitest'
import { forgetKeptDrafts, hasKeptDrafts, noteKeptDrafts } from '../../src/db/session/waiting-work.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { memoryStorage } from '../support/memory-storage.ts'

const NOW = Date.parse('2026-11-18T12:00:00Z')

test('drafts that were kept in the last thirty days wait, until their user returns', () => {
  const store = memoryStorage()
  store.setItem('farol_token', 'x')
  expect(hasKeptDrafts(store, NOW)).toBe(false)
  noteKeptDrafts(store, 3, true, NOW)
  noteKeptDrafts(store, 4, false, NOW)
  expect(hasKeptDrafts(store, NOW + 29 * DAY_MS)).toBe(true)
  expect(hasKeptDrafts(store, NOW + 31 * DAY_MS)).toBe(false)
  forgetKeptDrafts(store, 3)
  expect(hasKeptDrafts(store, NOW)).toBe(false)
})
