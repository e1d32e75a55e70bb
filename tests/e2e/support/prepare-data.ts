/**
 * Runs once before all specs: the built app, a data folder filled with the demo, from which each server starts in a
 * second or two, and sessions of the demo's accounts. A server to which nothing is written remains for the stored
 * profiles (profiles.ts).
 */
import { spawn } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { ensureBuilt } from '../../../scripts/build/app-build.ts'
import { PASSWORD } from '../../support/demo-password.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { HostedServer, startHost } from './hosted-server.ts'
import { ROOT, RUN, TEMPLATE } from './paths.ts'
import { type Prepared, writePrepared } from './prepared.ts'
import { freePort } from './server.ts'

const LOGINS = [
  'admin',
  'gerente',
  'corretor',
  'corretora',
  'concessionaria',
  'indicador',
  'especial',
  'parceiro',
]
/** More transactions than the server of the stored profiles ever needs. */
const TRANSACTIONS = 500

async function fillDemo(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ['server/demo/main.ts', '--leads', '1000', '--password', PASSWORD], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`the demo data could not be made (exit ${code})`)
}

interface Client {
  readonly deviceId: string
  readonly userAgent: string
}
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

async function signIn(url: string, login: string, { deviceId, userAgent }: Client): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ login, password: PASSWORD, device_id: deviceId }),
  })
  if (!answer.ok) throw new Error(`login of ${login}: ${answer.status}`)
  const { data }: { data: { token: string } } = await answer.json()
  return data.token
}

/**
 * Moves the copy's transaction ids ahead of its original's. A device that has pulled from the original then misses
 * nothing that is written to the copy.
 */
async function moveAhead(dataDir: string): Promise<void> {
  const database = await PGlite.create(join(dataDir, 'pglite'))
  for (let count = 0; count < TRANSACTIONS; count++) await database.query('select pg_current_xact_id()')
  await database.close()
}

/** Returns the end of what it began. */
async function fillTemplate(): Promise<() => Promise<void>> {
  const original = join(RUN, 'untouched')
  const hostPort = await freePort()
  const [endHost] = await Promise.all([startHost(hostPort), fillDemo(join(original, 'data'))])
  const server = await HostedServer.on(original, hostPort)
  const sessions: Prepared['sessions'] = {}
  for (const login of LOGINS)
    sessions[login] = {
      device: await signIn(server.url, login, { deviceId: `aparelho-${login}`, userAgent: BROWSER }),
      rest: await signIn(server.url, login, { deviceId: `rest-${login}`, userAgent: 'rest' }),
    }
  await server.stop()
  await cp(join(original, 'data'), TEMPLATE, { recursive: true })
  await Promise.all([moveAhead(TEMPLATE), server.startAgain()])
  await writePrepared({ sessions, untouchedPort: server.port, hostPort, frontPort: await freePort() })
  return async () => {
    await server.stop()
    endHost()
  }
}

/** Returns the teardown. */
export default async function prepareData(): Promise<() => Promise<void>> {
  await removeFolder(RUN)
  await mkdir(RUN, { recursive: true })
  const [{ weights, output }, endServers] = await Promise.all([ensureBuilt(), fillTemplate()])
  if (weights === null) throw new Error(`the app could not be built\n${output}`)
  return async () => {
    await endServers()
    await removeFolder(RUN)
  }
}
