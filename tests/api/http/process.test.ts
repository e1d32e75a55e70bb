/** The real process: one a data folder, stopped by a signal, started again on the same data, and what it says. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../../server/demo/fill-demo.ts'
import { loginResponseSchema } from '../../../src/contract/session.ts'

const MAIN = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))
const MINUTE = 60_000

interface Process {
  readonly child: ChildProcess
  readonly output: () => string
  /** Exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
}

let folder: string
const running = new Set<ChildProcess>()

function start(environment: Record<string, string> = {}): Process {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'trace',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  return { child, output: () => output, ended }
}

/** The address that the process says it listens on. */
async function addressOf(started: Process): Promise<string> {
  const said = () => /^Farol no ar em (http:\S+)$/m.exec(started.output())?.[1]
  await expect
    .poll(() => said() ?? (started.child.exitCode === null ? undefined : started.output()), {
      timeout: 3 * MINUTE,
      interval: 50,
    })
    .toMatch(/^http:/)
  return said() ?? ''
}

async function login(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'corretor', password: DEMO_PASSWORD }),
  })
  return loginResponseSchema.parse(await answer.json()).data.token
}

const confirm = async (address: string, token: string) =>
  (await fetch(`${address}/api/tokenconfirm`, { headers: { authorization: `Bearer ${token}` } })).status

/** Opens the event stream and resolves once it says something; `ended` when the server ends it. */
function listen(address: string, token: string): Promise<{ ended: Promise<void> }> {
  return new Promise((resolve, reject) => {
    get(`${address}/api/sync/events`, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      const ended = new Promise<void>((end) => {
        response.once('end', end)
      })
      response.once('data', () => resolve({ ended }))
    }).once('error', reject)
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-process-'))
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('starts on an empty folder, refuses a second process, stops on SIGTERM with streams open, and keeps its data', {
  timeout: 8 * MINUTE,
}, async () => {
  const first = start()
  const address = await addressOf(first)
  expect(first.output()).toContain('Banco vazio: criando dados de demonstração…')
  const token = await login(address)
  expect(await confirm(address, token)).toBe(200)

  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.output().trim()).toMatch(
    /^Farol não pôde iniciar: A pasta de dados \S+ já está em uso pelo processo \d+\. Encerre-o ou escolha outra pasta com DATA_DIR\.$/,
  )

  const stream = await listen(address, token)
  const stopped = Date.now()
  first.child.kill('SIGTERM')
  await stream.ended
  expect(await first.ended).toBe(0)
  expect(Date.now() - stopped, 'well before connections are cut').toBeLessThan(4500)
  expect(first.output(), 'a token in the log').not.toContain(token)
  expect(first.output(), 'a password in the log').not.toContain(DEMO_PASSWORD)

  const again = start()
  const newAddress = await addressOf(again)
  expect(again.output()).not.toContain('Banco vazio')
  expect(await confirm(newAddress, token), 'the session of before').toBe(200)
  again.child.kill('SIGINT')
  expect(await again.ended).toBe(0)
})

test.each([
  ['a port that is none', { PORT: 'oitenta' }, 'PORT precisa ser um número de 0 a 65535.'],
  [
    'several wrong settings',
    { SESSION_DAYS: '0', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://root:segredo@db/farol' },
    'DATABASE_URL precisa ter a forma postgres://usuario:senha@servidor/banco; SESSION_DAYS precisa ser ao menos 1; LOG_LEVEL precisa ser um de fatal, error, warn, info, debug, trace, silent.',
  ],
])('%s: one line that says what to change, and exit code 1', async (_case, environment, sentence) => {
  const started = start(environment)
  expect(await started.ended).toBe(1)
  expect(started.output()).toBe(`Farol não pôde iniciar: Configuração inválida: ${sentence}\n`)
})

test('a PostgreSQL that does not answer is said in one line', async () => {
  const started = start({ DATABASE_URL: 'postgres://farol:segredo@127.0.0.1:1/farol' })
  expect(await started.ended).toBe(1)
  expect(started.output()).toBe('Farol não pôde iniciar: o PostgreSQL de DATABASE_URL não responde.\n')
})
