/** The first administrator's password follows the rule for all passwords. */
import { spawn } from 'node:child_process'
import { access, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFolder } from '../../support/remove-folder.ts'

const SCRIPT = fileURLToPath(new URL('../../../server/admin-create.ts', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-admin-'))
})
afterAll(() => removeFolder(folder))

async function createAdmin(login: string, password: string) {
  const child = spawn(
    process.execPath,
    [SCRIPT, '--login', login, '--name', 'Ana Lima', '--email', 'ana@exemplo.com.br'],
    {
      env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: password },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said: said.trim() }
}

test.each([
  ['a short one', 'curta', 'Use ao menos 8 caracteres.'],
  ['a common one', 'Password1', 'Esta senha está entre as mais usadas. Escolha outra.'],
  ['the login', 'administradora', 'A senha não pode ser igual ao login.'],
])('%s is refused as a password, and nothing is written', async (_case, password, sentence) => {
  expect(await createAdmin('administradora', password)).toEqual({ code: 1, said: sentence })
  await expect(access(join(folder, 'data'))).rejects.toThrow('ENOENT')
})

test('any other password creates the administrator', async () => {
  expect(await createAdmin('administradora', 'três palavras quaisquer')).toEqual({
    code: 0,
    said: 'Administrador administradora criado.',
  })
})
