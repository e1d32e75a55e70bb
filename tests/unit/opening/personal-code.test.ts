/**
 * What the code of a start brings: no schemas before the first cards, and on a device that is not protected nothing that seals,
 * neither at its start nor later. docs/architecture.md#opening
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const src = join(import.meta.dirname, '../../../src')

/** What a module imports as it is evaluated: no types, and nothing that is loaded on demand. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const froms = text.matchAll(/^(?:import|export)(?! type)\s(?:[^'"]*?\sfrom\s)?'([^']+)'/gm)
  return [...froms].map(([, path = '']) => path)
}

/** The modules of src and the packages that an entry brings. */
function broughtBy(entry: string): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [join(src, entry)]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = relative(src, file)
    if (found.has(name)) continue
    found.add(name)
    if (!/\.tsx?$/.test(file)) continue
    for (const path of importsOf(file))
      if (path.startsWith('.')) waiting.push(resolve(dirname(file), path))
      else found.add(path)
  }
  return found
}

const WHAT_SEALS =
  /^@noble\/|^hash-wasm|^db\/sealing\/(sealing-code|sealer|layer|bulk|lists|packing|pieces|record)\.ts|^db\/mirror\/sealed-(?:session|reading)|^opening\/unlocked/
const KEYRING =
  /^db\/keyring\/(?!keyring-name)|^device\/keyring\/(?!has-keyring|protected-device|protection-obstacle)/

const STARTS = [
  'main.tsx',
  'db/store-code.ts',
  'routes/SessionFrame.tsx',
  'routes/BoardRoute.tsx',
  'routes/session-work.ts',
  'features/session/sign-in.ts',
  'workers/sync.worker.ts',
  'workers/board.worker.ts',
]

describe.each(STARTS)('%s', (entry) => {
  test('brings no cipher and no keyring', () => {
    const modules = [...broughtBy(entry)]
    expect(modules.length).toBeGreaterThan(10)
    expect(modules.filter((name) => /\.tsx?$/.test(name) && !existsSync(join(src, name)))).toEqual([])
    expect(modules.filter((name) => WHAT_SEALS.test(name) || KEYRING.test(name))).toEqual([])
  })
})

test.each([
  'main.tsx',
  'routes/HomeRoute.tsx',
  'routes/SessionFrame.tsx',
  'routes/BoardRoute.tsx',
])('%s draws the first cards without zod and Dexie', (entry) => {
  expect([...broughtBy(entry)].filter((name) => /^(zod|dexie)/.test(name))).toEqual([])
})

test('no screen brings a cipher', () => {
  const tree = readFileSync(join(src, 'routes/route-tree.tsx'), 'utf8')
  const opened = [...tree.matchAll(/import\('([^']+)'\)/g)].map(([, path = '']) => join('routes', path))
  expect(opened.length).toBeGreaterThan(40)
  const ofRoutes = readdirSync(join(src, 'routes')).map((name) => `routes/${name}`)
  const screens = new Set([...opened, ...ofRoutes].filter((name) => name.endsWith('.tsx')))
  for (const screen of screens)
    expect(
      [...broughtBy(screen)].filter((name) => WHAT_SEALS.test(name)),
      screen,
    ).toEqual([])
})
