import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type OxlintOverride } from 'oxlint'

/**
 * Imports point one way (docs/architecture.md). Each entry lists the folders of src that a folder may import, and why.
 * From the folders in `types` it may import types only.
 */
const all = [
  'domain',
  'contract',
  'commands',
  'db',
  'sync',
  'board-index',
  'opening',
  'workers',
  'page-life',
  'sw',
  'api',
  'ui',
  'device',
  'features',
  'routes',
  'indication-page',
]
const directions: { files: string; may: string[]; types?: string[]; why: string }[] = [
  { files: 'src/domain/**', may: ['domain'], why: 'rules are pure: no wire, no store, no screen' },
  { files: 'src/contract/**', may: ['domain', 'contract'], why: 'wire schemas depend on the domain alone' },
  {
    files: 'src/commands/**',
    may: ['domain', 'contract', 'commands'],
    why: 'device and server share commands',
  },
  {
    files: 'src/db/**',
    may: ['domain', 'contract', 'commands', 'db'],
    why: 'the store does not depend on the sync or the screens',
  },
  {
    files: 'src/sync/**',
    may: ['domain', 'contract', 'commands', 'db', 'sync'],
    why: 'the engine depends on no worker and no React',
  },
  {
    files: 'src/board-index/**',
    may: ['domain', 'contract', 'commands', 'db', 'board-index'],
    why: 'the index depends on stored data only',
  },
  {
    files: 'src/opening/**',
    may: ['domain', 'contract', 'commands', 'db', 'board-index', 'opening'],
    why: 'an opening reads what is stored, and workers wait for it',
  },
  {
    files: 'src/workers/**',
    may: ['domain', 'contract', 'commands', 'db', 'sync', 'board-index', 'opening', 'workers'],
    why: 'a worker connects engines to a thread and has no screens',
  },
  {
    files: 'src/page-life/**',
    may: ['domain', 'contract', 'commands', 'db', 'workers', 'page-life'],
    why: 'a suspended page releases workers and stores, whatever it shows',
  },
  {
    files: 'src/sw/**',
    may: ['domain', 'contract', 'commands', 'db', 'sync', 'sw'],
    why: 'the service worker caches the shell and sends the queue',
  },
  {
    files: 'src/api/**',
    may: ['domain', 'contract', 'api'],
    types: ['db'],
    why: 'online calls return values; only screens show text',
  },
  {
    files: 'src/ui/**',
    may: ['ui', 'domain/text', 'domain/table'],
    why: 'parts of the interface do not depend on leads',
  },
  {
    files: 'src/device/**',
    may: ['domain', 'contract', 'commands', 'db', 'opening', 'workers', 'page-life', 'api', 'ui', 'device'],
    types: ['sync'],
    why: 'screens of several features share it; it contains no screen',
  },
  {
    files: 'src/features/**',
    may: [
      'domain',
      'contract',
      'commands',
      'db',
      'opening',
      'workers',
      'page-life',
      'api',
      'ui',
      'device',
      'features',
    ],
    types: ['sync', 'board-index'],
    why: 'screens read synced data through db and reach workers through their bridges',
  },
  {
    files: 'src/indication-page/**',
    may: ['domain', 'ui', 'indication-page'],
    why: 'the page without login loads no schema, no store and no screen of the app',
  },
  {
    files: 'src/routes/**',
    may: [
      'domain',
      'contract',
      'db',
      'opening',
      'workers',
      'page-life',
      'api',
      'ui',
      'device',
      'features',
      'routes',
    ],
    why: 'routes only map URLs to screens',
  },
]

/**
 * The rooms of src/db, from its ground up: a room imports those before it. Files beside the rooms use all of them, and
 * no room imports those. `src/db/schema` names the types of what `src/db/open.ts` gives each database.
 */
const rooms = [
  'bytes',
  'keyring',
  'sealing',
  'schema',
  'access',
  'staging',
  'changes',
  'mirror',
  'session',
  'outbox',
]

/** The folders of server, from the ground up: docs/architecture.md#the-server. A folder imports those before it. */
const floors = [
  'base',
  'db',
  'context',
  'queries',
  'records',
  'feed',
  'clock',
  'device-keys',
  'integrations',
  'revocations',
  'backup',
  'mail',
  'paper',
  'history',
  'session',
  'second-factor',
  'push',
  'calendar',
  'webhooks',
  'commands',
  'whatsapp',
  'automations',
  'indication',
  'hand-over',
  'wire',
  'devices',
  'accounts',
  'absences',
  'insurers',
  'merges',
  'export',
  'transfers',
  'administration',
  'sync',
  'reports',
  'demo',
  'health',
  'assistant',
  'imports',
  'renewals',
  'http',
  'entry',
  'doctor',
]

/** A folder without its place would be held by no rule. */
const demandPlaces = (folder: string, places: readonly string[]) => {
  const folders = readdirSync(join(import.meta.dirname, folder), { withFileTypes: true })
  const lost = folders.filter((entry) => entry.isDirectory() && !places.includes(entry.name))
  if (lost.length > 0)
    throw new Error(`${folder}: ${lost.map(({ name }) => name).join(', ')} has no place in oxlint.config.ts`)
}
demandPlaces('src', all)
demandPlaces('src/db', rooms)
demandPlaces('server', floors)

/** Folders of src that the server may import. */
const isShared = (folder: string) => ['domain', 'contract', 'commands'].includes(folder)

const pure = [
  'react',
  'react-dom',
  'dexie',
  'comlink',
  'ky',
  '@mantine/*',
  '@tanstack/*',
  'fastify',
  'kysely',
]

type Pattern = { message: string; allowTypeImports?: boolean } & ({ regex: string } | { group: string[] })

/** The denied folders. Of a folder of which only a part is allowed, the other parts. */
const deniedOf = (may: readonly string[], types: readonly string[]) =>
  all
    .filter((folder) => !may.includes(folder) && !types.includes(folder))
    .flatMap((folder) => {
      const isPart = may.some((allowed) => allowed.startsWith(`${folder}/`))
      if (!isPart) return folder
      const parts = readdirSync(join(import.meta.dirname, 'src', folder))
      return parts.map((part) => `${folder}/${part}`).filter((part) => !may.includes(part))
    })

const store = directions.find(({ files }) => files === 'src/db/**')
const roomBoundaries = rooms.map((room, place): OxlintOverride => {
  const above = rooms.slice(place + 1)
  const patterns: Pattern[] = [
    { regex: '(^|/)server/', message: 'The app never imports the server.' },
    {
      regex: `^(\\.\\./)+(${deniedOf(store?.may ?? [], []).join('|')})/`,
      message: `Wrong direction: ${store?.why}.`,
    },
    { regex: '^\\.\\./[a-z-]+\\.ts$', message: 'Files beside the rooms use the rooms, not the reverse.' },
  ]
  if (above.length > 0)
    patterns.push({
      regex: `^\\.\\./(${above.join('|')})/`,
      message: `src/db/${room} lies below that room.`,
      allowTypeImports: room === 'schema',
    })
  return {
    files: [`src/db/${room}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
})

const ofTheApp: Pattern = {
  regex: `src/(${all.filter((folder) => !isShared(folder)).join('|')})/`,
  message: 'The server shares rules, contract and commands with the app, nothing else.',
}
const operatorCommands = readdirSync(join(import.meta.dirname, 'server')).filter((name) =>
  name.endsWith('.ts'),
)
const floorBoundaries = floors.map((floor, place): OxlintOverride => {
  const patterns: Pattern[] = [
    ofTheApp,
    {
      regex: `^(\\.\\./)+(${operatorCommands.join('|')})$`,
      message: 'Commands of operators use the folders, not the reverse.',
    },
  ]
  const above = floors.slice(place + 1)
  if (above.length > 0)
    patterns.push({
      regex: `^(\\.\\./)+(${above.join('|')})/`,
      message: `server/${floor} lies below that folder.`,
      // app-context.ts names the types of what server/entry makes once for all calls.
      allowTypeImports: floor === 'context',
    })
  if (place < floors.indexOf('wire'))
    patterns.push({ regex: '^(@?fastify(/|$))', message: 'Nothing below server/wire knows how a call came.' })
  return { files: [`server/${floor}/**`], rules: { 'no-restricted-imports': ['error', { patterns }] } }
})

const boundaries = directions.map(({ files, may, types = [], why }): OxlintOverride => {
  const denied = deniedOf(may, types)
  const patterns: Pattern[] = [
    { regex: '(^|/)server/', message: `The app never imports the server: ${why}.` },
  ]
  if (denied.length > 0)
    patterns.push({
      regex: `^(\\.\\./)+(${denied.join('|')})/`,
      message: `Wrong direction: ${why}.`,
    })
  if (types.length > 0)
    patterns.push({
      regex: `^(\\.\\./)+(${types.join('|')})/`,
      message: `Types only: ${why}.`,
      allowTypeImports: true,
    })
  if (['src/domain/**', 'src/contract/**', 'src/commands/**'].includes(files))
    patterns.push({ group: pure, message: `Shared by app, workers and server: ${why}.` })
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } }
})

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise'],
  categories: { correctness: 'error' },
  // The compiler's own errors come with the lint, so that `npm run check` loads the types once.
  // `checkers` in tsconfig/base.json is 1: each further one infers most types again, and four took three times the processor.
  options: { typeAware: true, typeCheck: true },
  ignorePatterns: ['dist', 'node_modules', 'coverage', 'src/*.gen.ts', 'bench/peers'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/ban-ts-comment': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-console': 'error',
    'no-empty': ['error', { allowEmptyCatch: false }],
    eqeqeq: ['error', 'always'],
    'react/exhaustive-deps': 'error',
    'react/rules-of-hooks': 'error',
    // <output> means the result of a calculation. A live region is not always one.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    ...boundaries,
    ...roomBoundaries,
    {
      files: ['src/features/*/*'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              { regex: '(^|/)server/', message: 'The app never imports the server.' },
              { regex: '^\\.\\./\\.\\./(sw|routes)/', message: 'Wrong direction: routes compose features.' },
              {
                regex: '^\\.\\./\\.\\./(sync|board-index)/',
                message: 'Types only: workers are reached through their bridges.',
                allowTypeImports: true,
              },
              {
                regex: '^\\.\\./[a-z]',
                message: 'No feature imports another: shared code moves to ui/, device/ or domain/.',
              },
            ],
          },
        ],
      },
    },
    { files: ['server/*.ts'], rules: { 'no-restricted-imports': ['error', { patterns: [ofTheApp] }] } },
    ...floorBoundaries,
    // The virtualiser returns functions that React Compiler cannot analyse. The component opts out of it.
    { files: ['src/features/board/CardGrid.tsx'], rules: { 'react/incompatible-library': 'off' } },
    // Playwright reads the fixtures that a fixture needs from the pattern of its first parameter.
    { files: ['tests/e2e/**'], rules: { 'no-empty-pattern': 'off' } },
    {
      files: ['scripts/**', 'bench/**', 'server/demo/main.ts', 'server/admin-create.ts'],
      rules: { 'no-console': 'off' },
    },
  ],
})
