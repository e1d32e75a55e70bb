/** What the page without login keeps of a form that was not sent. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_INDICATION } from '../../../src/domain/indication/form.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { dropTyped, KEPT_DAYS, keepTyped, readTyped } from '../../../src/indication-page/kept-form.ts'

const TYPED = { ...EMPTY_INDICATION, client: { ...EMPTY_INDICATION.client, name: 'Ana' } }
const NOW = 1_000 * DAY_MS

/** The entries are its own keys, as in a browser's storage. */
class Store {
  [key: string]: unknown
  getItem(key: string): unknown {
    return Object.hasOwn(this, key) ? this[key] : null
  }
  setItem(key: string, text: string): void {
    this[key] = text
  }
  removeItem(key: string): void {
    delete this[key]
  }
}

let store: Store
beforeEach(() => {
  store = new Store()
  vi.stubGlobal('window', { localStorage: store })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('what was typed is there again for the same inviter alone, and goes when it is dropped', () => {
  keepTyped('3-aaaaaaaaaa', TYPED, NOW)
  expect(readTyped('3-aaaaaaaaaa', NOW + DAY_MS)).toEqual(TYPED)
  expect(readTyped('4-bbbbbbbbbb', NOW)).toBeNull()
  dropTyped('3-aaaaaaaaaa')
  expect(Object.keys(store)).toEqual([])
})

test('an empty form keeps nothing, and empties what was kept', () => {
  keepTyped('3-aaaaaaaaaa', TYPED, NOW)
  keepTyped('3-aaaaaaaaaa', EMPTY_INDICATION, NOW)
  expect(Object.keys(store)).toEqual([])
})

test('what is older than a week goes at the next opening of any link; keys of others stay', () => {
  keepTyped('3-aaaaaaaaaa', TYPED, NOW)
  store.setItem('farol_indicacao_broken', '{')
  store.setItem('farol_queue_3', 'x')
  expect(readTyped('4-bbbbbbbbbb', NOW + KEPT_DAYS * DAY_MS + 1)).toBeNull()
  expect(Object.keys(store)).toEqual(['farol_queue_3'])
})

test('a browser that refuses its storage keeps nothing and does not fail', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      throw new Error('denied')
    },
  })
  keepTyped('3-aaaaaaaaaa', TYPED, NOW)
  dropTyped('3-aaaaaaaaaa')
  expect(readTyped('3-aaaaaaaaaa', NOW)).toBeNull()
})
