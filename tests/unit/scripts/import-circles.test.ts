/** No file reaches itself by its imports, of types or of code that loads late. The lint's rule does not see `import()`. */
import { expect, test } from 'vitest'
import { importGraph, type Sources } from '../../../scripts/changed/import-graph.ts'
import { sourcesBelow } from '../../../scripts/imported-packages.ts'

/** Returns the files on a circle of imports, and those on a way from one circle to another. */
function onCircles(sources: Sources): string[] {
  // A thread is a program of its own: what starts it names the address of its file.
  const texts = [...sources].map(([file, text]): [string, string] => [file, text.replaceAll('new URL', '')])
  const left = new Map(importGraph(new Map(texts), { withTypes: true }))
  for (let before = 0; before !== left.size; ) {
    before = left.size
    const imported = new Set([...left.values()].flat())
    for (const [file, imports] of left)
      if (!imported.has(file) || !imports.some((one) => left.has(one))) left.delete(file)
  }
  return [...left.keys()]
}

test('a file that loads another late is on a circle with it', () => {
  const sources = new Map([
    ['src/Bar.tsx', "import { Button } from './Button.tsx'"],
    ['src/Button.tsx', "const load = () => import('./Menu.tsx')\nimport './words.ts'"],
    ['src/Menu.tsx', "import type { Props } from './Button.tsx'"],
    ['src/words.ts', ''],
  ])
  expect(onCircles(sources)).toEqual(['src/Button.tsx', 'src/Menu.tsx'])
})

test('no file of the project is on one', async () => {
  expect(onCircles(await sourcesBelow('src', 'server', 'scripts'))).toEqual([])
})
