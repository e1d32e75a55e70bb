/** `npm run doctor` as a process: before the first start, beside a server, and with settings that are wrong. */
import { spawn } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsSchema } from '../../../src/contract/administration/findings.ts'
import { type ServerProcess, startProcess } from '../../faults/support/server-process.ts'
import { removeFolder } from '../../support/remove-folder.ts'

const SCRIPT = fileURLToPath(new URL('../../../server/doctor/main.ts', import.meta.url))
const NOBODY = { PORT: '1' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-doctor-'))
})
afterAll(() => removeFolder(folder))

async function run(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, ...said }
}

async function examined(environment: Record<string, string>) {
  const { code, out, err } = await run(environment, '--json')
  expect(err).toBe('')
  const { findings } = findingsSchema.parse(JSON.parse(out))
  return { code, out, findings, of: (key: string) => findings.find((finding) => finding.key === key) }
}

test('before the first start it finds no problem, says what is missing, and makes nothing', async () => {
  const { code, out, err } = await run({ ...NOBODY, DATA_DIR: join(folder, 'new') })
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('O banco embutido ainda não existe: a primeira partida o cria.')
  expect(out).toContain('Nenhum Farol responde em http://127.0.0.1:1')
  expect(out).toMatch(/AVISO {5}Não há servidor de e-mail.*\n +O que fazer: Defina MAIL_URL/)
  expect(out).toMatch(/^Ao todo: \d+ avisos, \d+ em ordem\.$/m)
  expect(await readdir(folder)).toEqual([])
})

test('settings that are wrong are a problem in words', async () => {
  const { code, of, findings } = await examined({ SESSION_DAYS: 'muitos', DATA_DIR: join(folder, 'new') })
  expect(code).toBe(1)
  expect(findings).toHaveLength(1)
  expect(of('config')?.what).toContain('SESSION_DAYS precisa ser um número de 1 a 3650')
})

test('a PostgreSQL that does not answer is a problem without its password', async () => {
  const DATABASE_URL = 'postgres://farol:segredo@127.0.0.1:1/farol'
  const { code, out, of } = await examined({ ...NOBODY, DATABASE_URL, DATA_DIR: join(folder, 'new') })
  expect(code).toBe(1)
  expect(of('database')).toMatchObject({
    state: 'problem',
    what: 'O banco não pôde ser lido: o PostgreSQL de DATABASE_URL não responde.',
  })
  expect(of('disk_data')).toMatchObject({ state: 'good' })
  expect(out).not.toContain('segredo')
})

test('another program on the port is distinguished from Farol', async () => {
  const other = createServer((_request, response) => response.end('olá'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { of } = await examined({ PORT: String(port), DATA_DIR: join(folder, 'new') })
  expect(of('server')).toMatchObject({ state: 'problem', to_do: expect.stringContaining('PORT') })
  await new Promise((resolve) => other.close(resolve))
})

test('a folder that is open to others is named', async () => {
  const open = join(folder, 'open')
  await mkdir(open)
  await chmod(open, 0o755)
  expect((await examined({ ...NOBODY, DATA_DIR: open })).of('modes_data')).toMatchObject({
    state: 'notice',
    value: '755',
    to_do: expect.stringContaining('chmod 700'),
  })
})

test('beside a server it asks the server and does not open its database; after it, it looks itself', async () => {
  const DATA_DIR = join(folder, 'data')
  const asked = async (server: ServerProcess, environment: Record<string, string> = {}) =>
    examined({ DATA_DIR, PORT: new URL(server.address).port, ...environment })

  const open = await startProcess({ DATA_DIR })
  const told = await asked(open)
  expect(told.of('server')).toMatchObject({ state: 'good' })
  expect(told.of('database')).toMatchObject({ state: 'good', what: 'O banco embutido responde.' })
  expect(told.of('loops'), 'what only a running server knows').toMatchObject({ state: 'good' })
  // A new installation has no users yet.
  expect([told.code, told.of('administrators')?.state]).toEqual([1, 'problem'])
  await open.stop()

  const METRICS_TOKEN = 'chave-das-metricas'
  const closed = await startProcess({ DATA_DIR, METRICS_TOKEN })
  const untold = await asked(closed)
  expect(untold.of('server')).toMatchObject({
    state: 'notice',
    to_do: expect.stringContaining('METRICS_TOKEN'),
  })
  expect(untold.of('database')).toMatchObject({
    state: 'notice',
    what: 'O banco embutido está em uso por um Farol, que não contou nada sobre ele.',
  })
  expect((await asked(closed, { METRICS_TOKEN })).of('loops')).toMatchObject({ state: 'good' })
  await closed.stop()

  const after = await examined({ ...NOBODY, DATA_DIR })
  expect(after.of('migrations')).toMatchObject({ state: 'good' })
  expect(after.of('loops')).toBeUndefined()
  await expect(access(join(DATA_DIR, 'farol.pid')), 'the lock is free again').rejects.toThrow('ENOENT')
}, 240_000)
