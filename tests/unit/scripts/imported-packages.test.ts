/** A production install has what the server loads and nothing else; the app is built before. */
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { importedPackages, serverPackages, withImports } from '../../../scripts/imported-packages.ts'

const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()) })

describe('the packages that sources import', () => {
  it('are those of run time, by the name of the package', () => {
    const text = [
      "import { readFile } from 'node:fs/promises'",
      "import type { Schema } from 'types-alone'",
      "import plain from 'plain'",
      'import {',
      '  one,',
      '  type Two,',
      "} from '@scope/several/deep'",
      "import 'for-its-effect'",
      "export { three } from 'passed-on'",
      "const late = () => import('later')",
      "const query = sql`select extract(day from 'not-a-package')`",
      "import { own } from './own.ts'",
    ].join('\n')
    expect(importedPackages(new Map([['a.ts', text]]))).toEqual([
      '@scope/several',
      'for-its-effect',
      'later',
      'passed-on',
      'plain',
    ])
  })

  it('are those of style sheets, too', () => {
    const text = '@import "@scope/base/all.css" layer(x);\n  src: url("font/files/a.woff2") format("woff2");'
    expect(importedPackages(new Map([['a.css', text]]))).toEqual(['@scope/base', 'font'])
  })

  it('follow the imports of own files', () => {
    const sources = new Map([
      ['server/main.ts', "import { rule } from '../src/domain/rule.ts'"],
      ['src/domain/rule.ts', "import { z } from 'zod'"],
      ['src/ui/Button.tsx', "import { useState } from 'react'"],
    ])
    const reached = withImports(sources, (file) => file.startsWith('server/'))
    expect(importedPackages(reached)).toEqual(['zod'])
  })
})

it('the dependencies of package.json are the packages that the server imports, and no others', async () => {
  const { dependencies } = packageSchema.parse(JSON.parse(await readFile('package.json', 'utf8')))
  expect(Object.keys(dependencies).toSorted()).toEqual(await serverPackages())
})
