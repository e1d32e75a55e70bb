/** The files of `deploy`, by the programs that read them. A missing program is named by `npm run test:deploy`. */
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { presentProgram } from '../../scripts/find/program.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { run } from './support/container.ts'

const isMissing = async (program: string) => (await presentProgram(program)) === null
const [noCaddy, noCompose, noSystemd, noPromtool] = await Promise.all(
  ['caddy', 'docker-compose', 'systemd-analyze', 'promtool'].map(isMissing),
)

let copy: string
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'farol-deploy-'))
  await cp('deploy', copy, { recursive: true })
})
afterAll(() => removeFolder(copy))

const text = (name: string) => readFile(join(copy, name), 'utf8')

test.skipIf(noCompose)('compose.yaml fits the schema of Compose, with .env.example filled in', async () => {
  // Debian's Compose is version 1, whose schema lacks `name`.
  await writeFile(join(copy, 'compose.yaml'), (await text('compose.yaml')).replace(/^name: .*\n/m, ''))
  await writeFile(
    join(copy, '.env'),
    (await text('.env.example')).replace('DB_PASSWORD=', 'DB_PASSWORD=filled'),
  )
  const config = await run(
    'docker-compose',
    `--project-directory=${copy}`,
    `--file=${join(copy, 'compose.yaml')}`,
    'config',
  )
  expect(config.output).toContain('DATABASE_URL: postgres://farol:filled@db/farol')
  expect(config.code).toBe(0)
})

test.skipIf(noCompose)('Compose names what is not filled in', async () => {
  await writeFile(join(copy, 'compose.yaml'), (await text('compose.yaml')).replace(/^name: .*\n/m, ''))
  await cp(join(copy, '.env.example'), join(copy, '.env'))
  const config = await run(
    'docker-compose',
    `--project-directory=${copy}`,
    `--file=${join(copy, 'compose.yaml')}`,
    'config',
  )
  expect(config).toMatchObject({ code: 1, output: expect.stringContaining('fill it in, in deploy/.env') })
})

test.skipIf(noCaddy)('Caddy takes the Caddyfile', async () => {
  const config = ['validate', '--adapter=caddyfile', `--config=${join(copy, 'Caddyfile')}`]
  const { code, output } = await run('env', 'PUBLIC_URL=https://farol.exemplo.com.br', 'caddy', ...config)
  expect(output).toContain('Valid configuration')
  expect(code).toBe(0)
})

test.skipIf(noSystemd)('systemd takes the service', async () => {
  // It looks for the program and the folder, which this machine lacks.
  const here = (await text('farol.service'))
    .replace('ExecStart=/usr/local/bin/node', `ExecStart=${process.execPath}`)
    .replace('WorkingDirectory=/opt/farol', `WorkingDirectory=${process.cwd()}`)
  await writeFile(join(copy, 'farol.service'), here)
  expect(await run('systemd-analyze', 'verify', join(copy, 'farol.service'))).toEqual({ code: 0, output: '' })
  const { output } = await run('systemd-analyze', 'security', '--offline=true', join(copy, 'farol.service'))
  const [, exposure = '10'] = /Overall exposure level for farol\.service: ([\d.]+)/.exec(output) ?? []
  expect(Number(exposure)).toBeLessThan(2.5)
})

test.skipIf(noPromtool)('Prometheus takes the alerts, and each fires when it should', async () => {
  expect((await run('promtool', 'check', 'rules', join(copy, 'alerts.yaml'))).output).toContain(
    '6 rules found',
  )
  await cp('tests/deploy/alerts.yaml', join(copy, 'cases.yaml'))
  expect(await run('promtool', 'test', 'rules', join(copy, 'cases.yaml'))).toMatchObject({
    code: 0,
    output: expect.stringContaining('SUCCESS'),
  })
})
