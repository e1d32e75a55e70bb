/**
 * The users of lines, without a password and without an invitation: somebody invites them later. Users who are there stay as
 * they are. docs/rules.md#any-import
 */
import type { UserRow } from '../../src/domain/imports/rows.ts'
import { isAdministration, isStaff } from '../../src/domain/permissions/roles.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import { audit } from '../administration/audit.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Tx } from './batch-loop.ts'
import type { WrittenRow } from './records.ts'
import type { ImportRun, RefusedRow, RunLine, RunOutcome } from './run.ts'

const OWN_CHANNEL = 1
const ADMINISTRATOR = 'Administradores são criados em Usuários, com a sua senha'
const LOGIN_TAKEN = 'Já existe um usuário com este login'
const NO_CHANNEL = 'Sem canal'
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

/** The part before the '@', with a number where somebody has it. */
function loginOf(mail: string, taken: ReadonlySet<string>): string {
  const plain = foldText(mail.split('@')[0] ?? '').replaceAll(/\s+/g, '').slice(0, MOST_LOGIN - 5) || 'usuario'
  for (let number = 1; ; number++) {
    const login = number === 1 ? plain : `${plain}${number}`
    if (!taken.has(login)) return login
  }
}

interface Belongings {
  readonly channel_id: number
  readonly technical_team_id: number | null
  readonly partners: readonly number[]
}

/** What the texts of a line name, or why it is refused. */
function belongings({ names, choices }: ImportRun, row: UserRow): Belongings | readonly string[] {
  const staff = isStaff(row.role_id)
  const reasons: string[] = []
  const find = (label: string, text: string, named: number | null | 'several'): number | null => {
    if (text === '') return null
    if (typeof named === 'number') return named
    if (choices.unknown === 'refuse')
      reasons.push(
        named === 'several'
          ? `${label}: há mais de um(a) com o nome ${text}`
          : `${label} não encontrado(a): ${text}`,
      )
    return null
  }
  const channel = staff
    ? OWN_CHANNEL
    : (find('Canal', row.channel, names.channel(row.channel)) ?? choices.channel_id)
  const team = staff ? find('Equipe técnica', row.team, names.team(row.team)) : null
  const found = row.partners.flatMap((text) => find('Concessionária', text, names.partner(text)) ?? [])
  const partners = found.length === 0 && choices.partner_id !== null ? [choices.partner_id] : found
  if (channel === null && reasons.length === 0) reasons.push(NO_CHANNEL)
  if (channel === null || reasons.length > 0) return reasons
  return { channel_id: channel, technical_team_id: team, partners: [...new Set(partners)] }
}

const isReasons = (found: Belongings | readonly string[]): found is readonly string[] => Array.isArray(found)

async function makeUser(
  { tx, userId }: ImportRun,
  row: UserRow,
  login: string,
  { partners, ...columns }: Belongings,
): Promise<number | null> {
  const values = { name: row.name, email: row.mail.trim(), phone: row.phone, login, ...columns }
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
    partners.map((partner_id) => ({ user_id: id, partner_id })),
  )
  await audit(tx, {
    user: { id: userId },
    action: 'create',
    entity: 'users',
    id,
    before: null,
    after: { ...values, role: row.role_id, partners },
  })
  return id
}

export async function importUsers(run: ImportRun, lines: readonly RunLine<UserRow>[]): Promise<RunOutcome> {
  const { mails, logins } = await takenBy(run.tx)
  const written: WrittenRow[] = []
  const refused: RefusedRow[] = []
  let existing = 0
  for (const { line, row } of lines) {
    const refuse = (reason: string) => refused.push({ line, old_number: '', reason })
    if (mails.has(mailKey(row.mail))) {
      existing++
      continue
    }
    if (isAdministration(row.role_id)) {
      refuse(ADMINISTRATOR)
      continue
    }
    const found = belongings(run, row)
    if (isReasons(found)) {
      refuse(found.join('; '))
      continue
    }
    if (row.login !== '' && logins.has(row.login.toLowerCase())) {
      refuse(LOGIN_TAKEN)
      continue
    }
    const login = row.login === '' ? loginOf(row.mail, logins) : row.login
    const id = await makeUser(run, row, login, found)
    // Somebody took the address or the login at this moment.
    if (id === null) {
      refuse(LOGIN_TAKEN)
      continue
    }
    mails.add(mailKey(row.mail))
    logins.add(login.toLowerCase())
    written.push({ kind: 'user', uid: null, num: id, line, made: true, fields: [] })
  }
  return { made: written.length, updated: 0, existing, refused, written }
}
