/**
 * Creates the first administrator:
 * `npm run admin:create -- --login ana --name "Ana Lima" --email ana@exemplo.com.br`.
 * The password comes from ADMIN_PASSWORD, else from a hidden prompt on the terminal, else from the first line of stdin.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { mailSchema } from '../src/domain/client/mail-schema.ts'
import { SHORTEST_PASSWORD } from '../src/domain/session/password.ts'
import { createAdmin } from './accounts/first-admin.ts'
import { isTakenEmail } from './accounts/user-email.ts'
import { readConfig } from './base/config.ts'
import { asCommand } from './context/as-command.ts'
import { DataDirInUse } from './db/data-dir-lock.ts'
import { ensureEpoch } from './db/epoch.ts'
import { migrate } from './db/migrate.ts'
import { configuredStore, openStore } from './db/store.ts'
import { passwordRefusal } from './session/password-rules.ts'

const USAGE = 'Uso: npm run admin:create -- --login <login> --name "<nome>" --email <e-mail>'

const namedSchema = z.object({
  login: z.string({ error: USAGE }).trim().min(1, USAGE).max(200),
  name: z.string({ error: USAGE }).trim().min(1, USAGE).max(200),
  email: mailSchema(),
})

async function readPassword(): Promise<string> {
  const given = process.env.ADMIN_PASSWORD
  if (given) return given
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = process.stdin.isTTY === true
  if (terminal) process.stderr.write('Senha: ')
  const reader = createInterface({ input: process.stdin, output: silent, terminal })
  for await (const line of reader) {
    reader.close()
    if (terminal) process.stderr.write('\n')
    return line
  }
  return ''
}

async function main(): Promise<string> {
  const { values } = parseArgs({
    options: { login: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
  })
  const named = namedSchema.safeParse(values)
  if (!named.success) throw new Error(named.error.issues[0]?.message ?? USAGE)
  const admin = { ...named.data, password: await readPassword() }
  const refusal = passwordRefusal(admin.password, { login: admin.login, current: null }, SHORTEST_PASSWORD)
  if (refusal !== null) throw new Error(`${refusal}.`)
  const config = readConfig(process.env)
  const store = await openStore(configuredStore(config))
  try {
    await migrate(store.db)
    await ensureEpoch(store.db)
    await createAdmin(store, admin)
    return `Administrador ${admin.login} criado.`
  } finally {
    await store.close()
  }
}

const UNIQUE_VIOLATION = '23505'

function explain(error: unknown): string | null {
  if (isTakenEmail(error)) return 'Já existe um usuário com este e-mail.'
  if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
    return 'Já existe um usuário com este login.'
  if (error instanceof DataDirInUse)
    return `${error.message} O administrador não foi criado: pare o servidor, repita este comando e ligue-o de novo.`
  return null
}

await asCommand(main, explain)
