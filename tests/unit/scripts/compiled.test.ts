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
