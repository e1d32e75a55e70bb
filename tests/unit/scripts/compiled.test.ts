/** React's compiler goes over every component and hook: one that it leaves out is drawn whole with each change. */
import { globSync, readFileSync } from 'node:fs'
import { transform } from 'oxc-transform-react'
import { expect, test } from 'vitest'
import { COMPILED } from '../../../scripts/build/compiled.ts'

const LEFT_OUT = {
  'src/device/FormDraft.tsx': 'it writes into a reference that its dialog gives it',
  'src/features/board/CardGrid.tsx': 'the virtualiser changes in place',
}

async function leftOutOf(file: string): Promise<string[]> {
  const { errors } = await transform(file, readFileSync(file, 'utf8'), {
    reactCompiler: { ...COMPILED, reportDiagnostics: true },
  })
  return errors.map(({ message }) => `${file}: ${message}`)
}

test('all are compiled but those with a reason', async () => {
  const files = globSync('src/**/*.{ts,tsx}').toSorted()
  const found = (await Promise.all(files.map(leftOutOf))).flat()
  const isKnown = (line: string) => Object.keys(LEFT_OUT).some((file) => line.startsWith(`${file}: `))
  expect(found.filter((line) => !isKnown(line))).toEqual([])
  for (const file of Object.keys(LEFT_OUT))
    expect(
      found.some((line) => line.startsWith(`${file}: `)),
      `${file} is compiled now`,
    ).toBe(true)
})

test('what it leaves out is noticed', async () => {
  const hook =
    'export function useIt(run) { const [on, set] = useState(false); return async () => { try { await run() } finally { set(false) } } }'
  const { errors } = await transform('hook.tsx', `import { useState } from 'react'\n${hook}`, {
    reactCompiler: { ...COMPILED, reportDiagnostics: true },
  })
  expect(errors).not.toEqual([])
})

/** Names of the module's variables that a component or a hook of the file writes: the compiler takes what it reads of them for constants. */
function writtenIn(code: string): string[] {
  const names = [...code.matchAll(/^(?:export )?let (\w+)/gm)].flatMap(([, name]) => name ?? [])
  const bodies = code.match(/^(?:export )?(?:default )?function (?:use[A-Z]|[A-Z])[\s\S]*?^\}/gm) ?? []
  return names.filter((name) =>
    bodies.some((body) => new RegExp(`\\b${name}\\s*[-+*?|&]*=(?![=>])`).test(body)),
  )
}

test('no component or hook writes a variable of its module', () => {
  const hook = `let named = null\nexport function useNamed(take) {\n  const mine = named\n  named = null\n  take(mine)\n}\n`
  expect(writtenIn(hook)).toEqual(['named'])
  const found = globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    writtenIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
