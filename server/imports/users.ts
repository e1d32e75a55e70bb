/**
 * The users of lines, without a password and without an invitation: an administrator or manager invites them later.
 * Existing users stay as they are. docs/rules.md#any-import
 */
import type { UserRow } from '../../src/domain/imports/rows.ts'
import { isAdministration, isStaff } from '../../src/domain/permissions/roles.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { audit } from '../records/audit.ts'
import type { WrittenRow } from './records.ts'
import type { ImportRun, RefusedRow, RunLine, RunOutcome } from './run.ts'

const OWN_CHANNEL = 1
const ADMINISTRATOR = 'Administradores são criados em Usuários, com a sua senha'
const LOGIN_TAKEN = 'Já existe um usuário com este login'
const MOST_LOGIN = 60

const mailKey = (mail: string) => mail.trim().toLowerCase()

/** Whose mails and logins are taken, whatever their case. */
async function takenBy(tx: Tx) {
  const rows = await tx.selectFrom('users').select(['email', 'login']).execute()
  return {
    mails: new Set(rows.map(({ email }) => mailKey(email))),
    logins: new Set(rows.map(({ login }) => login.toLowerCase())),
  }
}

/** The part before the '@', with a number if another user has it. */
function loginOf(mail: string, taken: ReadonlySet<string>): string {
  const plain =
    foldText(mail.split('@')[0] ?? '')
      .replaceAll(/\s+/g, '')
      .slice(0, MOST_LOGIN - 5) || 'usuario'
  for (let number = 1; ; number++) {
    const login = number === 1 ? plain : `${plain}${number}`
    if (!taken.has(login)) return login
  }
}

async function makeUser({ tx, userId }: ImportRun, row: UserRow, login: string): Promise<number | null> {
  const values = {
    name: row.name,
    email: row.mail.trim(),
    phone: row.phone,
    login,
    channel_id: isStaff(row.role_id) ? OWN_CHANNEL : (row.channel_id ?? OWN_CHANNEL),
    technical_team_id: row.technical_team_id,
  }
  const made = await tx
    .insertInto('users')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) return null
  const { id } = made
  await tx.insertInto('user_roles').values({ user_id: id, role_id: row.role_id }).execute()
  await insertRows(
    tx,
    'user_partners',
    row.partner_ids.map((partner_id) => ({ user_id: id, partner_id })),
  )
  await audit(tx, {
    user: { id: userId },
    action: 'create',
    entity: 'users',
    id,
    before: null,
    after: { ...values, role: row.role_id, partners: row.partner_ids },
  })
  return id
}

export async function importUsers(run: ImportRun, lines: readonly RunLine<UserRow>[]): Promise<RunOutcome> {
  const { mails, logins } = await takenBy(run.tx)
  const written: WrittenRow[] = []
  const refused: RefusedRow[] = []
  let existing = 0
  for (const { line, row } of lines) {
    const refuse = (reason: string) => refused.push({ line, reference: '', reason })
    if (mails.has(mailKey(row.mail))) {
      existing++
      continue
    }
    if (isAdministration(row.role_id)) {
      refuse(ADMINISTRATOR)
      continue
    }
    if (row.login !== '' && logins.has(row.login.toLowerCase())) {
      refuse(LOGIN_TAKEN)
      continue
    }
    const login = row.login === '' ? loginOf(row.mail, logins) : row.login
    const id = await makeUser(run, row, login)
    // Another user has taken the address or the login at this moment.
    if (id === null) {
      refuse(LOGIN_TAKEN)
      continue
    }
    mails.add(mailKey(row.mail))
    logins.add(login.toLowerCase())
    written.push({ kind: 'user', uid: null, num: id, line, made: true, fields: [] })
  }
  return { made: written.length, updated: 0, existing, refused, undecided: [], written }
}
