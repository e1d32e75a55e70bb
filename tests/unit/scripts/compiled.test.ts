/** React's compiler goes over every component and hook: one that it leaves out is drawn whole with each change. */
import { globSync, readFileSync } from 'node:fs'
import { transform } from 'oxc-transform-react'
import { expect, test } from 'vitest'
import { COMPILED } from '../../../scripts/build/compiled.ts'

/** The compiler's words, and why it stays so. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'src/device/FormDraft.tsx: This value cannot be modified':
    'it writes into a reference that its dialog gives it',
  'src/features/board/CardGrid.tsx: Use of incompatible library': 'the virtualiser changes in place',
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
  expect(found.toSorted()).toEqual(Object.keys(LEFT_OUT).toSorted())
})

test('what it leaves out is noticed', async () => {
  const hook =
    'export function useIt(run) { const [on, set] = useState(false); return async () => { try { await run() } finally { set(false) } } }'
  const { errors } = await transform('hook.tsx', `import { useState } from 'react'\n${hook}`, {
    reactCompiler: { ...COMPILED, reportDiagnostics: true },
  })
  expect(errors).not.toEqual([])
})

/** Names of the module's variables that a component or a hook of the file names: the compiler takes them for constants. */
function readIn(code: string): string[] {
  const names = [...code.matchAll(/^(?:export )?let (\w+)/gm)].flatMap(([, name]) => name ?? [])
  const bodies = code.match(/^(?:export )?(?:default )?function (?:use[A-Z]|[A-Z])[\s\S]*?^\}/gm) ?? []
  return names.filter((name) => bodies.some((body) => new RegExp(`\\b${name}\\b`).test(body)))
}

test('no component or hook reads a variable of its module', () => {
  const hook = `let named = null\nexport function useNamed(take) {\n  const mine = named\n  named = null\n  take(mine)\n}\n`
  expect(readIn(hook)).toEqual(['named'])
  const found = globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    readIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
