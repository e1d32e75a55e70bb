/**
 * All files of mounted screens run in one page. After each test this puts back what the page has: its address, storages,
 * databases, workers, clocks, the document and what is in it. A test that leaves something of its own behind fails.
 * docs/testing.md#one-page
 */
import Dexie from 'dexie'
import { vi } from 'vitest'
import { closeMirror } from '../../../src/db/open.ts'
import { dropKeys } from '../../../src/db/sealing/held-keys.ts'
import { mirrorOwner } from '../../../src/db/sealing/mirror-name.ts'
import { thisDevice } from '../../../src/db/session/device-session.ts'
import { presentQuestion } from '../../../src/ui/leaving/layers.ts'
import { dropListeners } from './left-listeners.ts'
import { endWorkers } from './page-thread.ts'

/** Elements that libraries make once a page: the places of portals, and what they measure texts with. */
const OF_LIBRARIES =
  '[data-portal], [data-mantine-shared-portal-node], #recharts_measurement_span, [aria-label="autosize measurement"]'

const attributesOf = (element: Element) => [...element.attributes].map(({ name, value }) => ({ name, value }))
const parts = [document.documentElement, document.body]
/** As it was before the first test. */
const before = {
  title: document.title,
  attributes: new Map(parts.map((part) => [part, attributesOf(part)])),
  elements: new Set(document.body.children),
}

/** Users of the present test, and of all tests before. */
const users = new Set<number>()
const former = new Set<number>()

/** The databases of this user are deleted after the next test: what has begun may still be written there. */
export function endsWithTest(userId: number): void {
  users.add(userId)
}

/** Returns the names of others' databases. */
async function dropMirrors(): Promise<string[]> {
  const left: string[] = []
  for (const name of await Dexie.getDatabaseNames()) {
    const owner = mirrorOwner(name)
    if (owner === null || users.has(owner.userId)) continue
    if (!former.has(owner.userId)) left.push(`the database ${name}`)
    closeMirror(owner.userId)
    await Dexie.delete(name)
  }
  for (const user of users) former.add(user)
  users.clear()
  return left
}

async function clearDevice(): Promise<void> {
  const { session, sealed, endings } = thisDevice()
  await Promise.all([session.clear(), sealed.clear(), endings.clear()])
}

/** Returns what was there. After a test's screen has ended, the test itself has left it. */
export function clearStorages(): string[] {
  const left = [
    ...Object.keys(localStorage).map((key) => `${key} in localStorage`),
    ...Object.keys(sessionStorage).map((key) => `${key} in sessionStorage`),
  ]
  localStorage.clear()
  sessionStorage.clear()
  return left
}

function clearDocument(): string[] {
  const added = [...document.body.children].filter(
    (element) => !before.elements.has(element) && !element.matches(OF_LIBRARIES),
  )
  for (const element of added) element.remove()
  for (const [part, attributes] of before.attributes) {
    for (const { name } of attributesOf(part)) part.removeAttribute(name)
    for (const { name, value } of attributes) part.setAttribute(name, value)
  }
  document.title = before.title
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  return added.map(({ outerHTML }) => `in the body ${outerHTML.slice(0, 80)}`)
}

function endClocks(): string[] {
  const isFake = vi.isFakeTimers()
  vi.useRealTimers()
  return isFake ? ['a clock that is not real'] : []
}

/** The browser's own answers, such as `onLine`, are of the prototype. */
function clearNavigator(): void {
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name)
}

/** Puts everything back. Returns what the test should have taken away itself. */
export async function putBack(): Promise<string[]> {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  const left = [...endClocks(), ...dropListeners(), ...clearStorages(), ...clearDocument()]
  clearNavigator()
  presentQuestion()?.stay()
  endWorkers()
  dropKeys()
  window.history.replaceState(null, '', '/')
  left.push(...(await dropMirrors()))
  await clearDevice()
  return left
}
