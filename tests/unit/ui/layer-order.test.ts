/** One table says what lies over what: docs/rules.md#layers */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LAYERS } from '../../../src/ui/layer-order.ts'
import { addLayer, type Layer, upperLayer, zIndexOf } from '../../../src/ui/leaving/layers.ts'

const read = (pattern: string) =>
  globSync(pattern).map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))

test('the sign-in of an ended session lies above every dialog, the menu and the offer of a new version', () => {
  const { session, sessionQuestion, toastOverSession, skipLink, ...others } = LAYERS
  expect(Math.max(...Object.values(others))).toBeLessThan(session)
  expect(session).toBeLessThan(sessionQuestion)
  expect(sessionQuestion).toBeLessThan(toastOverSession)
  expect(toastOverSession).toBeLessThan(skipLink)
})

test('no style sheet and no component has a number of its own above the page', () => {
  const numbers = read('src/**/*.{css,tsx}').flatMap(({ path, text }) =>
    [...text.matchAll(/z-index:\s*(\d+)|zIndex=\{(\d+)\}|zIndex:\s*(\d+)/g)].map((match) => ({
      path,
      number: Number(match[1] ?? match[2] ?? match[3]),
    })),
  )
  expect(numbers.filter(({ number }) => number >= LAYERS.dialog)).toEqual([])
})

test('every dialog and drawer is made by the shared ones, so that it has its place and closes by Escape in order', () => {
  const raw = read('src/**/*.tsx').filter(({ text }) =>
    /import \{[^}]*\b(?:Modal|Drawer)\b[^}]*\} from '@mantine\/core'/.test(text),
  )
  expect(raw.map(({ path }) => path).toSorted()).toEqual(['src/ui/LayerDrawer.tsx', 'src/ui/LayerModal.tsx'])
})

const layer = (kind: Layer['kind'] = 'dialog'): Layer => ({
  kind,
  takesBack: true,
  takesEscape: true,
  close: () => {},
})

test('of two dialogs the later one lies above, whichever was mounted first, also after another has closed', () => {
  const [one, two, three] = [{}, {}, {}]
  const ends = [addLayer(one, layer()), addLayer(two, layer())]
  expect(zIndexOf(two)).toBeGreaterThan(zIndexOf(one) ?? 0)
  ends[0]?.()
  const end = addLayer(three, layer())
  expect(zIndexOf(three)).toBeGreaterThan(zIndexOf(two) ?? 0)
  end()
  ends[1]?.()
  expect(upperLayer()).toBeUndefined()
})

const KINDS = ['dialog', 'password', 'menu', 'search', 'session', 'sessionQuestion'] as const
const PAIRS = KINDS.flatMap((lower, place) => KINDS.slice(place + 1).map((upper) => [lower, upper] as const))

test.each(PAIRS)('a %s stays below a %s, in whatever order they open', (lower, upper) => {
  for (const order of [
    [lower, upper],
    [upper, lower],
  ]) {
    const ends = order.map((kind) => addLayer({}, layer(kind)))
    expect(upperLayer()?.kind).toBe(upper)
    for (const end of ends) end()
  }
})
