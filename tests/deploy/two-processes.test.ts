/** Two containers on one PostgreSQL behind Caddy: docs/operations.md#two-processes-behind-a-proxy. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '../../scripts/find/postgres.ts'
import { presentProgram } from '../../scripts/find/program.ts'
import { type PostgresServer, startPostgres } from '../api/support/postgres-server.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { Container, freePort, IMAGE, newVolume, runOnce } from './support/container.ts'

const proxy = await presentProgram('caddy')
const canRun = IMAGE !== '' && proxy !== null && (await findPostgres()) !== null

describe.skipIf(!canRun)('two containers behind the Caddyfile', () => {
  let folder: string
  let postgres: PostgresServer
  let volume: Awaited<ReturnType<typeof newVolume>>
  let containers: Container[] = []
  let caddy: ChildProcess
  let port: number
  beforeAll(async () => {
    // PostgreSQL's own user must reach it, which the folder of a run under root forbids.
    folder = await mkdtemp('/var/tmp/farol-two-')
    postgres = await startPostgres({ dir: join(folder, 'postgres') })
    volume = await newVolume()
    port = await freePort()
    const environment = {
      DATABASE_URL: postgres.url,
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: 'loopback',
      // Longer than the proxy's health_interval, as in compose.yaml.
      STOP_GRACE_S: '3',
    }
    const options = { volume: volume.name, environment, memory: '512m' }
    containers = [await Container.start(options), await Container.start(options)]
    const created = await runOnce(
      { ...options, environment: { ...environment, ADMIN_PASSWORD: 'oito-navios-no-porto' } },
      'node',
      'server/admin-create.ts',
      '--login=ana',
      '--name=Ana Lima',
      '--email=ana@exemplo.com.br',
    )
    expect(created.output).toContain('Administrador ana criado.')
    // A certificate of its own, and ports that need no rights.
    const head = `{\n\thttp_port ${await freePort()}\n\thttps_port ${port}\n\tskip_install_trust\n\tadmin off\n}\n`
    const config = join(folder, 'Caddyfile')
    await writeFile(config, `${head}import ${join(process.cwd(), 'deploy/Caddyfile')}\n`)
    caddy = spawn(proxy ?? '', ['run', '--adapter=caddyfile', `--config=${config}`], {
      env: {
        ...process.env,
        HOME: folder,
        XDG_DATA_HOME: folder,
        PUBLIC_URL: environment.PUBLIC_URL,
        FAROL_UPSTREAMS: containers.map((each) => `127.0.0.1:${each.port}`).join(' '),
      },
      stdio: 'ignore',
    })
  })
  afterAll(async () => {
    if (caddy !== undefined) {
      caddy.kill()
      await once(caddy, 'exit')
    }
    for (const each of containers) await each.remove()
    await volume?.remove()
    await postgres?.stop()
    await removeFolder(folder)
  })

  /** Of an answer through the proxy; 0 when there is none. */
  const status = (path: string) =>
    new Promise<number>((resolve) => {
      request({ host: 'localhost', port, path, rejectUnauthorized: false }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      })
        .on('error', () => resolve(0))
        .end()
    })

  test('restarted one after the other, answer every call meanwhile', async () => {
    await expect.poll(() => status('/readyz'), { timeout: 30_000 }).toBe(200)
    const counts = new Map<number, number>()
    let isOver = false
    const calls = (async () => {
      for (; !isOver; await sleep(20)) {
        const seen = await status('/api/insurancesNoAuth')
        counts.set(seen, (counts.get(seen) ?? 0) + 1)
      }
    })()
    for (const each of containers) {
      expect((await each.restart()).code).toBe(0)
      // Caddy looks every two seconds.
      await sleep(4000)
    }
    isOver = true
    await calls
    expect(Object.fromEntries(counts)).toEqual({ 200: expect.any(Number) })
    expect(counts.get(200)).toBeGreaterThan(50)
  })
})
