/** The real process: one per data folder, its stop by a signal, its restart on the same data, and its messages. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { DEMO_PASSWORD } from '../../../server/demo/fill-demo.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { removeFolder } from '../../support/remove-folder.ts'

const MAIN = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../../../package.json', import.meta.url))
const packageSchema = z.object({ version: z.string(), scripts: z.object({ start: z.string() }) })

interface Process {
  readonly child: ChildProcess
  readonly output: () => string
  /** Exit code; null after a signal. */
  readonly ended: Promise<number | null>
}

const { version: VERSION } = packageSchema.parse(JSON.parse(await readFile(PACKAGE, 'utf8')))

let folder: string
const running = new Map<ChildProcess, Promise<number | null>>()

function start(
  environment: Record<string, string> = {},
  [program, ...parameters]: readonly [string, ...string[]] = [process.execPath, MAIN],
): Process {
  const child = spawn(program, parameters, {
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'trace',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: the end of a failing test kills its descendants too.
    detached: true,
  })
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
  running.set(child, ended)
  return { child, output: () => output, ended }
}

const lineSchema = z.object({
  level: z.number(),
  time: z.number(),
  version: z.string().optional(),
  msg: z.string(),
  finding: z.string().optional(),
})

/** The lines of the output. Throws for a line that is not JSON. */
const linesOf = ({ output }: Process) =>
  output()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)))

/** The sentences of a process that says nothing else. */
const said = (process: Process): string =>
  linesOf(process)
    .map(({ msg }) => msg)
    .join('\n')

/** Returns the address in the process's start message. Throws its output when it ends instead. */
async function addressOf({ child, output }: Process): Promise<string> {
  for (const deadline = Date.now() + 3 * MINUTE_MS; Date.now() < deadline; await sleep(50)) {
    const address = /Farol no ar em (http:[^"\s]+)["\n]/.exec(output())?.[1]
    if (address !== undefined) return address
    if (child.exitCode !== null) break
  }
  throw new Error(`the server did not start:\n${output()}`)
}

async function login(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'corretor', password: DEMO_PASSWORD }),
  })
  return loginRoute.answer.parse(await answer.json()).data.token ?? ''
}

const confirm = async (address: string, token: string) =>
  (await fetch(`${address}/api/tokenconfirm`, { headers: { authorization: `Bearer ${token}` } })).status

/**
 * Opens the event stream and resolves at its first data. `ended` resolves when the server ends the stream and rejects
 * when the connection breaks.
 */
function listen(address: string, token: string): Promise<{ ended: Promise<void> }> {
  return new Promise((resolve, reject) => {
    get(`${address}/api/sync/events`, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      const ended = new Promise<void>((end, cut) => {
        response.once('end', end).once('error', cut)
      })
      response.once('data', () => resolve({ ended }))
    }).once('error', reject)
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-process-'))
})
afterAll(async () => {
  for (const [{ pid }, ended] of running) {
    if (pid === undefined) continue
    process.kill(-pid, 'SIGKILL')
    await ended
  }
  await removeFolder(folder)
})

test('a process owns its folder, ends streams on a signal and keeps its data; npm start passes signals on', {
  timeout: 8 * MINUTE_MS,
}, async () => {
  const first = start()
  const address = await addressOf(first)
  expect(first.output()).toContain('Banco vazio: criando dados de demonstração…')
  expect(first.output(), 'a warning where only this machine reaches the demo').not.toContain('ATENÇÃO')
  const token = await login(address)
  expect(await confirm(address, token)).toBe(200)

  const second = start()
  expect(await second.ended).toBe(1)
  const inUse = [
    'Farol não pôde iniciar: A pasta de dados \\S+ já está em uso pelo processo \\d+\\.',
    'Encerre-o ou escolha outra pasta com DATA_DIR\\.',
  ]
  expect(said(second)).toMatch(new RegExp(`^${inUse.join(' ')}$`))

  const stream = await listen(address, token)
  first.child.kill('SIGTERM')
  await stream.ended
  expect(await first.ended).toBe(0)
  expect(first.output(), 'a token in the log').not.toContain(token)
  expect(first.output(), 'a password in the log').not.toContain(DEMO_PASSWORD)

  const again = start({ HOST: '0.0.0.0' })
  const newAddress = await addressOf(again)
  expect(again.output()).not.toContain('Banco vazio')
  expect(again.output()).toMatch(
    /"ATENÇÃO: este banco tem contas de demonstração, cuja senha é pública, .+ DEMO=0\."/,
  )
  expect(await confirm(newAddress, token), 'the session before the restart').toBe(200)
  again.child.kill('SIGINT')
  expect(await again.ended).toBe(0)

  // npm sends a signal to the shell that runs the script. A shell between npm and node would end and leave the server
  // running.
  const { scripts } = packageSchema.parse(JSON.parse(await readFile(PACKAGE, 'utf8')))
  const shell = start({}, ['sh', '-c', scripts.start.replace('scripts/start.js', MAIN)])
  await addressOf(shell)
  const ended = once(shell.child, 'exit')
  shell.child.kill('SIGTERM')
  expect(await ended, 'npm start').toEqual([0, null])
})

test.each([
  ['an invalid port', { PORT: 'oitenta' }, 'PORT precisa ser um número de 0 a 65535.'],
  [
    'several wrong settings',
    { SESSION_DAYS: '0', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://root:segredo@db/farol' },
    [
      'DATABASE_URL precisa ter a forma postgres://usuario:senha@servidor/banco;',
      'SESSION_DAYS precisa ser ao menos 1;',
      'LOG_LEVEL precisa ser um de fatal, error, warn, info, debug, trace, silent.',
    ].join(' '),
  ],
])('%s: one line of output names the change to make; the exit code is 1', async (_case, environment, sentence) => {
  const started = start(environment)
  expect(await started.ended).toBe(1)
  expect(said(started)).toBe(`Farol não pôde iniciar: Configuração inválida: ${sentence}`)
})

test('a public server without a name of who is responsible for the data warns at its start and in the log', async () => {
  const begun = start({
    DATA_DIR: join(folder, 'unnamed'),
    DEMO: '0',
    PUBLIC_URL: 'https://farol.exemplo.com.br',
  })
  await addressOf(begun)
  const logged = linesOf(begun).filter(({ finding }) => finding === 'controller_name')
  expect(logged.map(({ level, msg }) => [level, msg.slice(0, 9)])).toEqual([[40, 'ATENÇÃO: ']])
  begun.child.kill('SIGTERM')
  expect(await begun.ended).toBe(0)
  // A filter for JSON loses no line, and each of them says when.
  const lines = linesOf(begun)
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Farol no ar em /), 'Encerrando…']),
  )
  for (const { time, version } of lines) expect([typeof time, version]).toEqual(['number', VERSION])
})

test('a PostgreSQL that does not answer is reported in one line', async () => {
  const started = start({ DATABASE_URL: 'postgres://farol:segredo@127.0.0.1:1/farol' })
  expect(await started.ended).toBe(1)
  expect(said(started)).toBe('Farol não pôde iniciar: o PostgreSQL de DATABASE_URL não responde.')
})
