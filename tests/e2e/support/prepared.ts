/** What a run has prepared once (prepare-data.ts), as its workers read it. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { RUN } from './paths.ts'

const FILE = join(RUN, 'prepared.json')

const preparedSchema = z.object({
  /** Tokens of sessions that are in the template, by login: one for devices, one for REST clients. */
  sessions: z.record(z.string(), z.object({ device: z.string(), rest: z.string() })),
  /** The server to which nothing is written. */
  untouchedPort: z.number(),
  /** Where the process of the run's servers takes orders (hosted-server.ts). */
  hostPort: z.number(),
  /** The port of the workers' fronts (front.ts). */
  frontPort: z.number(),
})
export type Prepared = z.output<typeof preparedSchema>

export const writePrepared = (prepared: Prepared): Promise<void> => writeFile(FILE, JSON.stringify(prepared))

let known: Prepared | null = null

/** Throws outside a run. */
export function prepared(): Prepared {
  known ??= preparedSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')))
  return known
}
