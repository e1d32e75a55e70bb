/** An installation on its first day: no demo, one administrator, made by the command that a person uses. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './paths.ts'
import { FarolServer } from './server.ts'

export const FIRST_ADMIN = { login: 'ana', password: 'Uma-Frase-Longa-4711' }

/** A running server with an empty database and its first administrator. */
export async function emptyServer(environment: Record<string, string> = {}): Promise<FarolServer> {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'farol-e2e-')), 'data')
  const given = ['--login', FIRST_ADMIN.login, '--name', 'Ana Lima', '--email', 'ana@exemplo.com.br']
  const made = spawn(process.execPath, ['server/admin-create.ts', ...given], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: '0',
      ADMIN_PASSWORD: FIRST_ADMIN.password,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(made, 'exit')
  if (code !== 0) throw new Error(`admin-create ended with ${String(code)}`)
  return FarolServer.on(dataDir, { DEMO: '0', ...environment })
}
