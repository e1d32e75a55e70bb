/**
 * A sync client that was written in Python from the documents alone (docs/sync-protocol.md#a-client-of-your-own) walks
 * beside the real server: three devices, a user of the plain calls, and a network that loses and doubles. A checker that
 * knows the protocol alone judges what it recorded. FUZZ_SEED chooses the steps, FOREIGN_STEPS how many.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { presentProgram } from '../../scripts/find/program.ts'
import { type ServerProcess, startProcess } from '../faults/support/server-process.ts'
import { removeFolder } from '../support/remove-folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SEED = process.env.FUZZ_SEED ?? '1'
const STEPS = Number(process.env.FOREIGN_STEPS || 150)
const DEMO_LEADS = 120
/** A step takes 10 to 100 ms, and the end of a walk as long as some fifty. */
const WALK_MS = 120_000 + STEPS * 500

const verdictSchema = z.object({
  findings: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
})
type Verdict = z.infer<typeof verdictSchema>

const python = await presentProgram('python3')

/** Resolves with the standard output. Throws when the program fails. */
async function output(
  program: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const child = spawn(program, parameters, { cwd: ROOT, env: { ...process.env, ...env } })
  const texts = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    texts.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    texts.err += chunk.toString()
  })
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}:\n${texts.err}`)
  return texts.out
}

async function walk(...parameters: readonly string[]): Promise<Verdict> {
  const text = await output(python ?? 'python3', ['-B', 'tests/foreign/run.py', ...parameters])
  return verdictSchema.parse(JSON.parse(text))
}

/** The kinds of findings: each begins with its own. */
const kindsOf = ({ findings }: Verdict) => findings.map((finding) => finding.slice(0, finding.indexOf(':')))

describe.skipIf(python === null)('the checker', () => {
  test('finds nothing on a store that is trivially right', async () => {
    const { findings, counts } = await walk('--model', '--steps', '600')
    expect(findings).toEqual([])
    expect(counts).toMatchObject({
      applied: expect.any(Number),
      conflict: expect.any(Number),
      blocked: expect.any(Number),
    })
  })

  test.each([
    ['drops an update', 'missing'],
    ['applies twice', 'twice'],
    ['loses a command', 'lost'],
    ['overwrites', 'overwritten'],
    ['keeps foreign', 'foreign client'],
    ['ignores removed', 'kept lead'],
  ])('notices a store that %s', async (fault, kind) => {
    expect(kindsOf(await walk('--model', '--steps', '300', '--fault', fault))).toContain(kind)
  })
})

describe.skipIf(python === null)('a client from the documents alone', () => {
  let folder: string
  let server: ServerProcess

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farol-foreign-'))
    const database = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
    await output(
      process.execPath,
      ['server/demo/main.ts', '--leads', String(DEMO_LEADS), '--password', 'farol-demo'],
      database,
    )
    server = await startProcess(database)
  }, 180_000)

  afterAll(async () => {
    await server?.stop()
    await removeFolder(folder)
  })

  test(
    'loses, doubles and overwrites nothing, and keeps nobody foreign',
    async () => {
      const { findings, counts } = await walk(
        '--url',
        server.address,
        '--seed',
        SEED,
        '--steps',
        String(STEPS),
      )
      expect(findings, `${STEPS} steps of FUZZ_SEED=${SEED}`).toEqual([])
      expect(counts.applied).toBeGreaterThan(STEPS / 10)
    },
    WALK_MS,
  )
})
