/**
 * The test files of the API that a run of a slice leaves out. The core runs with every commit, each other file with one
 * commit of six. `npm run test:long` leaves out none. See docs/testing.md#slices.
 */
import { readdirSync } from 'node:fs'
import { z } from 'zod'

const FOLDER = 'tests/api'
/** As many as the simulation has: SLICE chooses both. */
const PARTS = 6

/**
 * Permissions, scope, exactly once, commands, sync, sessions and restores. A folder ends with a slash. A new file or folder
 * of the API is sliced until it has a line here.
 */
export const API_CORE: readonly string[] = [
  'commands/',
  'security/',
  'sync/',
  'accounts/own-password.test.ts',
  'administration/audit.test.ts',
  'administration/erasure-beside-commands.test.ts',
  'administration/personal-data.test.ts',
  'backup/other-kind.test.ts',
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
  'reports/scope.test.ts',
  'upgrades/rehearsal.test.ts',
]

const sliceSchema = z
  .string()
  .regex(/^\d+\/\d+$/u)
  .optional()

/** Of these files, by their paths below tests/api, those that part `part` leaves out. */
export function leftOutOf(files: readonly string[], part: number): string[] {
  const isCore = (file: string) =>
    API_CORE.some((core) => file === core || (core.endsWith('/') && file.startsWith(core)))
  return files
    .filter((file) => !isCore(file))
    .toSorted()
    .filter((_, place) => place % PARTS !== part % PARTS)
}

/** Paths from the root, for Vitest's `exclude`. SLICE is that of docs/testing.md. */
export function leftOutOfApi(given = process.env.SLICE): string[] {
  const slice = sliceSchema.parse(given || undefined)
  if (slice === undefined) return []
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.ts'),
  )
  return leftOutOf(files, Number.parseInt(slice, 10)).map((file) => `${FOLDER}/${file}`)
}

/** For the line that names the slice: which of the parts of the API runs. */
export const apiPart = (part: number): string => `${(part % PARTS) + 1} de ${PARTS}`
