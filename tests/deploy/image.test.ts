/** The image of deploy/Containerfile: closed as compose.yaml runs it, on one volume. docs/operations.md#in-containers */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DEMO_PASSWORD } from '../../server/demo/fill-demo.ts'
import { Container, IMAGE, newVolume, run, runOnce } from './support/container.ts'

const ADMIN = [
  'node',
  'server/admin-create.ts',
  '--login=ana',
  '--name=Ana Lima',
  '--email=ana@exemplo.com.br',
]
const ADMIN_PASSWORD = 'oito-navios-no-porto'

const tokenSchema = z.object({ data: z.object({ token: z.string() }) })

async function signIn(url: string, login: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  return tokenSchema.parse(await answer.json()).data.token
}

describe.skipIf(IMAGE === '')('a container on the embedded database', () => {
  let volume: Awaited<ReturnType<typeof newVolume>>
  let container: Container
  beforeAll(async () => {
    volume = await newVolume()
    container = await Container.start({ volume: volume.name })
  })
  afterAll(async () => {
    await container?.remove()
    await volume?.remove()
  })

  test('runs without rights, as a user of its own, on a root that it can not write', async () => {
    expect((await container.exec('id', '--user')).output.trim()).toBe('1000')
    expect((await container.exec('touch', '/farol/x')).output).toContain('Read-only file system')
    expect((await container.exec('grep', 'CapEff', '/proc/1/status')).output).toMatch(/\t0+\n/)
    expect((await container.exec('stat', '--format=%a %U', '/data')).output.trim()).toBe('700 node')
  })

  test('has the app, its licences and the list of its components, and no package of the build', async () => {
    const licences = await fetch(`${container.url}/THIRD-PARTY-LICENSES.txt`)
    expect(licences.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await licences.text()).toMatch(/^react 19.*^workbox-precaching /ms)
    const { output } = await container.exec('cat', 'sbom.cdx.json')
    const names = z
      .object({ components: z.array(z.looseObject({ name: z.string() })) })
      .parse(JSON.parse(output))
      .components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'recharts']))
    expect((await container.exec('ls', 'node_modules')).output.split('\n')).not.toContain('vite')
    expect((await fetch(container.url)).status).toBe(200)
  })

  test('is healthy', async () => {
    expect(await container.health()).toBe(0)
  })

  test('makes a backup while it runs', async () => {
    const { code, output } = await container.exec('node', 'server/backup.ts', '--to', '/backups')
    expect(output).toContain('.tar.gz')
    expect(code).toBe(0)
  })

  test('a second container on the same volume is refused with a sentence', async () => {
    const environment = { ADMIN_PASSWORD }
    const { code, output } = await runOnce({ volume: volume.name, environment }, ...ADMIN)
    expect(code).toBe(1)
    expect(output).toMatch(/A pasta de dados \/data já está em uso .* pare o servidor, repita este comando/)
  })

  test('stops in about a second, and its data are in the next container on the volume', async () => {
    const token = await signIn(container.url, 'corretor', DEMO_PASSWORD)
    const { tookMs, code } = await container.stop()
    expect(code).toBe(0)
    expect(tookMs).toBeLessThan(5000)
    await container.remove()

    const environment = { ADMIN_PASSWORD }
    const created = await runOnce({ volume: volume.name, environment }, ...ADMIN)
    expect(created.output).toContain('Administrador ana criado.')

    container = await Container.start({ volume: volume.name })
    // The session of the first container holds in the second.
    const own = await fetch(`${container.url}/api/dashboard`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(own.status).toBe(200)
    expect(await signIn(container.url, 'ana', ADMIN_PASSWORD)).not.toBe('')
  })
})

test.skipIf(IMAGE === '')('the signal of the image is SIGTERM, and its command has no shell', async () => {
  const { output } = await run('podman', 'image', 'inspect', IMAGE)
  const [image] = z
    .array(z.looseObject({ Config: z.looseObject({ StopSignal: z.string(), Cmd: z.array(z.string()) }) }))
    .parse(JSON.parse(output))
  expect(image?.Config).toMatchObject({
    StopSignal: 'SIGTERM',
    Cmd: ['node', 'server/main.ts'],
    User: '1000:1000',
  })
})
