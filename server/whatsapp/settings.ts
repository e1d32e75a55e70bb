/** The connection as administrators keep it. docs/rules.md#whatsapp */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { saveWhatsAppRoute, WhatsApp } from '../../src/contract/whatsapp.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { type ConnectionState, troubleSentence } from '../../src/domain/whatsapp/connection.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { storedWhatsApp } from '../device-keys/whatsapp-secrets.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import { requireRevision, revisionOf } from '../records/revision.ts'

type Body = z.output<typeof saveWhatsAppRoute.body>
type Context = Pick<AppContext, 'now' | 'deviceSecrets'>

/** The audit's key of the only row. */
const ROW = 1

interface Row {
  readonly waba_id: string
  readonly keeps_text: boolean
  readonly numbers: WhatsApp['numbers']
  readonly state: ConnectionState
  readonly state_since: string
  readonly verified_at: string | null
  readonly last_event_at: string | null
  readonly last_error: string | null
  readonly last_error_at: string | null
  readonly history_ignored: number
  readonly verify_token: string
  readonly waiting: number
}

/** Of what the form changes. */
const revisionOfRow = ({ waba_id, keeps_text, numbers }: Pick<Row, 'waba_id' | 'keeps_text' | 'numbers'>) =>
  revisionOf([
    waba_id,
    keeps_text,
    numbers.map((one) => [one.phone_number_id, one.display_number, one.user_id]),
  ])

/** null: there is none. No secret is in it. */
export async function readWhatsApp(db: Reader): Promise<WhatsApp | null> {
  const { rows } = await sql<Row>`
    select c.waba_id, c.keeps_text, c.state, c.state_since, c.verified_at, c.last_event_at, c.last_error,
      c.last_error_at, c.history_ignored, c.verify_token,
      (select count(*)::int from whatsapp_events where state = 'waiting') as waiting,
      coalesce((
        select json_agg(json_build_object(
          'phone_number_id', n.phone_number_id, 'display_number', n.display_number, 'user_id', n.user_id,
          'owner', (select u.name from users u where u.id = n.user_id))
          order by n.created_at, n.phone_number_id)
        from whatsapp_numbers n), '[]') as numbers
    from whatsapp_connection c`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { last_error: error, last_error_at, ...shown } = row
  return {
    ...shown,
    last_problem: error === null ? null : troubleSentence(error),
    last_problem_at: last_error_at,
    revision: revisionOfRow(row),
  }
}

const MISSING = 'Obrigatório na primeira vez'

function requireSecrets({ token, app_secret }: Body): void {
  const errors = {
    ...(token === '' ? { token: [MISSING] } : {}),
    ...(app_secret === '' ? { app_secret: [MISSING] } : {}),
  }
  if (Object.keys(errors).length > 0)
    throw new Refusal('rule', 'Informe o token e a chave secreta do app.', errors)
}

async function requireOwners(tx: Tx, { numbers }: Body): Promise<void> {
  const ids = numbers.flatMap(({ user_id }) => user_id ?? [])
  if (ids.length === 0) return
  const found = await tx.selectFrom('users').select('id').where('id', 'in', ids).execute()
  const known = new Set(found.map(({ id }) => id))
  const place = numbers.findIndex(({ user_id }) => user_id !== null && !known.has(user_id))
  if (place >= 0)
    throw new Refusal('rule', 'Usuário não encontrado.', {
      [`numbers.${place}.user_id`]: ['Usuário não encontrado'],
    })
}

/** Numbers that stay keep their rows, and with them the conversations without a lead. */
async function writeNumbers(tx: Tx, { numbers }: Body, now: string): Promise<void> {
  const ids = numbers.map(({ phone_number_id }) => phone_number_id)
  await tx.deleteFrom('whatsapp_numbers').where('phone_number_id', 'not in', ids).execute()
  for (const { phone_number_id, display_number, user_id } of numbers)
    await tx
      .insertInto('whatsapp_numbers')
      .values({ phone_number_id, display_number, user_id, created_at: now })
      .onConflict((conflict) => conflict.column('phone_number_id').doUpdateSet({ display_number, user_id }))
      .execute()
}

const audited = ({ waba_id, keeps_text, numbers }: Pick<Body, 'waba_id' | 'keeps_text' | 'numbers'>) => ({
  waba_id,
  keeps_text,
  numbers: numbers.map(({ display_number }) => display_number).join(', '),
})

/** Connects, or changes the connection; a connection that Meta ended is on again. Throws Refusal `conflict` and `rule`. */
export async function saveWhatsApp(
  tx: Tx,
  context: Context,
  { user, body }: { readonly user: SessionUser; readonly body: Body },
): Promise<WhatsApp> {
  await sql`select pg_advisory_xact_lock(hashtext('whatsapp connection'))`.execute(tx)
  const before = await readWhatsApp(tx)
  if (before === null) requireSecrets(body)
  else requireRevision(body.revision, before.revision, 'a conexão')
  await requireOwners(tx, body)
  const now = new Date(context.now()).toISOString()
  const secrets = {
    ...(body.token === '' ? {} : { token: storedWhatsApp(context, body.token, 'token') }),
    ...(body.app_secret === '' ? {} : { app_secret: storedWhatsApp(context, body.app_secret, 'app_secret') }),
  }
  const { waba_id, keeps_text } = body
  if (before === null)
    await tx
      .insertInto('whatsapp_connection')
      .values({
        waba_id,
        keeps_text,
        token: '',
        app_secret: '',
        ...secrets,
        verify_token: randomBytes(24).toString('base64url'),
        state_since: now,
        last_error: null,
      })
      .execute()
  else
    await tx
      .updateTable('whatsapp_connection')
      .set({
        waba_id,
        keeps_text,
        ...secrets,
        last_error: null,
        last_error_at: null,
        ...(before.state === 'on' ? {} : { state: 'on', state_since: now }),
      })
      .execute()
  await writeNumbers(tx, body, now)
  await audit(tx, {
    user,
    action: before === null ? 'create' : 'update',
    entity: 'whatsapp_connection',
    id: ROW,
    before: before === null ? null : audited(before),
    after: {
      ...audited(body),
      ...(before !== null && Object.keys(secrets).length > 0 ? { secret_renewed: true } : {}),
    },
  })
  const saved = await readWhatsApp(tx)
  if (saved === null) throw new Error('the connection that was saved is gone')
  return saved
}

/** Ends it here. What came in stays in the histories, conversations without a lead go. */
export async function endWhatsApp(tx: Tx, user: SessionUser): Promise<void> {
  const before = await readWhatsApp(tx)
  if (before === null) throw notFound()
  await tx.deleteFrom('whatsapp_connection').execute()
  await tx.deleteFrom('whatsapp_numbers').execute()
  await tx
    .updateTable('whatsapp_events')
    .set({ state: 'done', payload: null })
    .where('state', 'in', ['waiting', 'early'])
    .execute()
  await audit(tx, {
    user,
    action: 'delete',
    entity: 'whatsapp_connection',
    id: ROW,
    before: audited(before),
    after: null,
  })
}
