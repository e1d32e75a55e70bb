/** What the sign-in screen knows of work that waits on the device. docs/rules.md#sign-in */
import { expect, test } from 'vitest'
import { forgetKeptDrafts, noteKeptDrafts, waitingWork } from '../../src/db/session/waiting-work.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'

const NOW = Date.parse('2026-11-18T12:00:00Z')

function aStore(): Storage {
  const texts = new Map<string, string>()
  return {
    get length() {
      return texts.size
    },
    key: (place) => [...texts.keys()][place] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
    clear: () => texts.clear(),
  }
}

test('a copy of a queue and drafts kept in the last thirty days wait, until their user returns', () => {
  const store = aStore()
  store.setItem('farol_token', 'x')
  expect(waitingWork(store, NOW)).toEqual({ commands: false, drafts: false })
  store.setItem('farol_queue_3', '{}')
  noteKeptDrafts(store, 3, true, NOW)
  noteKeptDrafts(store, 4, false, NOW)
  expect(waitingWork(store, NOW + 29 * DAY_MS)).toEqual({ commands: true, drafts: true })
  expect(waitingWork(store, NOW + 31 * DAY_MS)).toEqual({ commands: true, drafts: false })
  forgetKeptDrafts(store, 3)
  expect(waitingWork(store, NOW)).toEqual({ commands: true, drafts: false })
})
