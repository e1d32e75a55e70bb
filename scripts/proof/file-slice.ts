/**
 * The test files of the API and of the mounted screens that a run of a slice leaves out. The core runs with every commit,
 * what is often run with one commit of four, each other file with one of twelve. `npm run test:long` leaves out none. See
 * docs/testing.md#slices.
 */
import { readdirSync } from 'node:fs'
import { z } from 'zod'

/** As many as the simulation has: SLICE chooses all three. */
export const PARTS = 12
/** A divisor of the others. */
export const OFTEN_PARTS = 4

export interface SlicedFolder {
  readonly folder: string
  /** How a test file's name ends. */
  readonly ending: string
  /** Paths below the folder. A folder ends with a slash. A new file or folder is sliced until it has a line here. */
  readonly core: readonly string[]
  /** Run with one commit of four, also those in a folder of the core. */
  readonly often: readonly string[]
}

/** Permissions, scope, exactly once, commands, sync, sessions and restores. */
export const API: SlicedFolder = {
  folder: 'tests/api',
  ending: '.test.ts',
  core: [
    'commands/',
    'security/',
    'sync/',
    'accounts/own-password.test.ts',
    'administration/audit.test.ts',
    'board/actions.test.ts',
    'board/two-doors.test.ts',
    'database/migrations.test.ts',
    'database/personal-columns.test.ts',
    'database/sync-columns.test.ts',
    'http/frame.test.ts',
    'http/login.test.ts',
    'http/routes.test.ts',
    'http/session-ending.test.ts',
    'http/session.test.ts',
    'leads/conflicts.test.ts',
    'leads/creation.test.ts',
    'leads/rules.test.ts',
  ],
  // Each takes as long as ten others.
  often: [
    'administration/erasure-beside-commands.test.ts',
    'administration/personal-data.test.ts',
    'backup/other-kind.test.ts',
    'reports/scope.test.ts',
    'security/commands.test.ts',
    'security/creations.test.ts',
    'security/external-flood.test.ts',
    'security/own-password.test.ts',
    'security/slow-requests.test.ts',
    'security/states.test.ts',
    'security/turned-permissions.test.ts',
    'sync/put-back.test.ts',
    'sync/removed-clients.test.ts',
    'upgrades/rehearsal.test.ts',
  ],
}

/** The board, and a twelfth of all screens (`every-screen`). What is decided in a conflict takes as long as four others. */
export const SCREENS: SlicedFolder = {
  folder: 'tests/screens',
  ending: '.test.tsx',
  core: ['board.test.tsx', 'drawn-fields.test.tsx', 'every-screen.test.tsx', 'shell/leaving.test.tsx'],
  often: ['sync/decisions.test.tsx'],
}

const sliceSchema = z
  .string()
  .regex(/^\d+\/\d+$/u)
  .optional()

export const filesOf = ({ folder, ending }: SlicedFolder): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .toSorted()

const isNamed = (paths: readonly string[], file: string) =>
  paths.some((path) => file === path || (path.endsWith('/') && file.startsWith(path)))

/** Of these files, by their paths below the folder, those that part `part` leaves out. */
export function leftOutOf({ core, often }: SlicedFolder, files: readonly string[], part: number): string[] {
  const isOften = (file: string) => isNamed(often, file)
  const beyond = (among: readonly string[], parts: number) =>
    among.filter((_, place) => place % parts !== part % parts)
  return [
    ...beyond(files.filter(isOften), OFTEN_PARTS),
    ...beyond(
      files.filter((file) => !isOften(file) && !isNamed(core, file)),
      PARTS,
    ),
  ]
}

/** Paths from the root, for Vitest's `exclude`. SLICE is that of docs/testing.md. */
export function leftOut(sliced: SlicedFolder, given = process.env.SLICE): string[] {
  const slice = sliceSchema.parse(given || undefined)
  if (slice === undefined) return []
  return leftOutOf(sliced, filesOf(sliced), Number.parseInt(slice, 10)).map(
    (file) => `${sliced.folder}/${file}`,
  )
}
