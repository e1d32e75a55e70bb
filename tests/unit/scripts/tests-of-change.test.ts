import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importGraph, reachedFrom } from '../../../scripts/changed/import-graph.ts'
import { testsOfChange } from '../../../scripts/changed/tests-of-change.ts'
import { featuresOfSpec } from '../../e2e/support/touches.ts'

const SOURCES = new Map([
  ['src/domain/sla/bar.ts', ''],
  ['src/features/notices/Bell.tsx', "import { bar } from '../../domain/sla/bar.ts'"],
  ['src/routes/SessionFrame.tsx', "import { Bell } from '../features/notices/Bell.tsx'"],
  ['src/contract/clients.ts', "export const route = get('/clients/list', 'clients.read', {})"],
  ['server/queries/client-list.ts', "import type { Bar } from '../../src/domain/sla/bar.ts'"],
  [
    'server/http/clients.ts',
    "import { route } from '../../src/contract/clients.ts'\nimport { list } from '../queries/client-list.ts'",
  ],
  ['server/commands/lead/capture-lead.ts', ''],
  [
    'server/commands/handlers.ts',
    "import { captureLead } from './lead/capture-lead.ts'\nexport const handlers = {\n  'lead.capture': captureLead,\n}",
  ],
  [
    'server/entry/app.ts',
    "import { clientRoutes } from '../http/clients.ts'\nimport '../commands/handlers.ts'",
  ],
  ['server/db/migrations/0047-since-0.2.0/leads.ts', ''],
  ['server/db/migrate.ts', ''],
  ['tests/api/database/migrations.test.ts', "import { migrate } from '../../../server/db/migrate.ts'"],
  ['tests/unit/domain/sla/bar.test.ts', "import { bar } from '../../../../src/domain/sla/bar.ts'"],
  ['tests/api/board/lists.test.ts', "import '../../../server/entry/app.ts'\ncall('/clients/list?page=1')"],
  ['tests/api/commands/capture.test.ts', "import '../../../server/entry/app.ts'\nrun('lead.capture')"],
  ['tests/api/http/login.test.ts', "import '../../../server/entry/app.ts'\ncall('/login')"],
  [
    'tests/screens/notices.test.tsx',
    "import '../../src/routes/route-tree.tsx'\nimport { Bell } from '../../src/features/notices/Bell.tsx'",
  ],
  ['tests/screens/clients.test.tsx', "import '../../src/routes/route-tree.tsx'"],
  ['tests/e2e/push.spec.ts', ''],
  ['tests/e2e/lead-life.spec.ts', ''],
])
const chosen = (...changed: string[]) => testsOfChange(changed, SOURCES).map(({ file }) => file)

describe('the tests of a change', () => {
  it('are those that import the changed file, and the browser tests of the features that do', () => {
    expect(chosen('src/domain/sla/bar.ts')).toEqual([
      'tests/unit/domain/sla/bar.test.ts',
      'tests/e2e/push.spec.ts',
      'tests/screens/notices.test.tsx',
    ])
  })

  it('are the mounted tests of a changed screen first, without those of other screens', () => {
    expect(chosen('src/features/notices/Bell.tsx')).toEqual([
      'tests/screens/notices.test.tsx',
      'tests/e2e/push.spec.ts',
    ])
  })

  it('are those of the file that loads the whole folder', () => {
    expect(chosen('server/db/migrations/0047-since-0.2.0/leads.ts')).toEqual([
      'tests/api/database/migrations.test.ts',
    ])
  })

  it('are those that name a call or command of the changed file, not all that start the server', () => {
    expect(chosen('server/queries/client-list.ts')).toEqual(['tests/api/board/lists.test.ts'])
    expect(chosen('server/commands/lead/capture-lead.ts')).toEqual(['tests/api/commands/capture.test.ts'])
  })

  it('are a changed test file itself', () => {
    expect(chosen('tests/api/http/login.test.ts', 'tests/e2e/lead-life.spec.ts')).toEqual([
      'tests/api/http/login.test.ts',
      'tests/e2e/lead-life.spec.ts',
    ])
  })
})

describe('the import graph', () => {
  it('has dynamic imports, folders and workers, and no imports of types alone', () => {
    const graph = importGraph(
      new Map([
        ['b.ts', "import.meta.glob<C<D>>('./a/*.ts', { import: 'default' })"],
        ['c.ts', "import.meta.glob<C>(['./e/*.ts', './a/*.ts'], { eager: true })"],
        ['a/b.ts', "import type {\n  B,\n} from './c.ts'\nconst d = await import('./d.ts')"],
        ['a/c.ts', "new Worker(new URL('./d.ts', import.meta.url))\nexport type { B } from './b.ts'"],
        ['a/d.ts', "import './nowhere.ts'\nimport { type B, c } from '../a/c.ts'"],
      ]),
    )
    expect(Object.fromEntries(graph)).toEqual({
      'b.ts': ['a/b.ts', 'a/c.ts', 'a/d.ts'],
      'c.ts': ['a/b.ts', 'a/c.ts', 'a/d.ts'],
      'a/b.ts': ['a/d.ts'],
      'a/c.ts': ['a/d.ts'],
      'a/d.ts': ['a/c.ts'],
    })
  })

  it('ends at a hub, and counts the imports', () => {
    const graph = new Map([
      ['hub', ['a']],
      ['test', ['hub', 'b']],
      ['b', ['a']],
      ['a', []],
    ])
    const { files, branches } = reachedFrom(['a'], graph, (file) => file === 'hub')
    expect([...files]).toEqual([
      ['a', 0],
      ['b', 1],
      ['test', 2],
    ])
    expect([...branches]).toEqual(['a'])
  })
})

it('each browser test names the features that it touches', () => {
  const specs = readdirSync('tests/e2e').filter((name) => name.endsWith('.spec.ts'))
  const touched = new Set(specs.flatMap(featuresOfSpec))
  expect(readdirSync('src/features')).toEqual(expect.arrayContaining([...touched]))
})
