/** The app that shows codes (TOTP, RFC 6238): docs/rules.md#second-factor */
import { Secret, TOTP } from 'otpauth'
import { CODE_DIGITS, CODE_SECONDS, isAppCode } from '../../src/domain/session/second-factor.ts'
import type { AppContext } from '../context/app-context.ts'
import { notConfigured } from '../context/refusal.ts'
import { CODE_APP_DOT } from '../device-keys/secrets.ts'
import { readBrokerage } from '../mail/brokerage.ts'
import type { Reader } from '../queries/lead-row.ts'

/** Codes of the step before and after count too: clocks differ, and typing takes time. */
const STEPS_ASIDE = 1
/** In bytes, as long as the digest. */
const SECRET_BYTES = 20

// The apps know no other algorithm, whatever the address names.
const totpOf = (secret: string, label = '', issuer = 'Farol') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_SECONDS, secret })

/** Returns the time step of a code that is right now, or null. Other digits than those of ASCII make otpauth throw. */
function stepOf(secret: string, code: string, nowMs: number): number | null {
  if (!isAppCode(code)) return null
  const aside = totpOf(secret).validate({ token: code, timestamp: nowMs, window: STEPS_ASIDE })
  return aside === null ? null : Math.floor(nowMs / 1000 / CODE_SECONDS) + aside
}

const NOT_READABLE =
  'O servidor não consegue conferir o aplicativo de códigos agora. Use um código de recuperação ou a chave de acesso, ou fale com quem cuida do Farol.'

type Sealing = Pick<AppContext, 'deviceSecrets'>

/** As the database has it: sealed, or as it is where the server has no key. docs/operations.md#device-keys */
const stored = ({ deviceSecrets }: Sealing, secret: string, userId: number) =>
  deviceSecrets === null ? secret : deviceSecrets.sealCodeApp(secret, userId)

/** Throws Refusal `unavailable` where another key sealed it. */
function opened({ deviceSecrets }: Sealing, text: string, userId: number): string {
  if (!text.includes(CODE_APP_DOT)) return text
  const secret = deviceSecrets?.openCodeApp(text, userId) ?? null
  if (secret === null) throw notConfigured(NOT_READABLE)
  return secret
}

/** Returns a new secret, and the address that the app reads from a picture. It waits for its first code. */
export async function beginCodeApp(
  context: AppContext,
  { id, login }: { readonly id: number; readonly login: string },
): Promise<{ readonly secret: string; readonly uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const { db } = context.store
  const { name } = await readBrokerage(db)
  const pending_secret = stored(context, secret, id)
  await db
    .insertInto('code_apps')
    .values({ user_id: id, pending_secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret }))
    .execute()
  // A colon separates issuer and label.
  const issuer = (name ?? 'Farol').replaceAll(':', ' ')
  return { secret, uri: totpOf(secret, login, issuer).toString() }
}

/** Whether an app waits for its first code. */
export async function waitsForCode(db: Reader, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('code_apps')
    .select('pending_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return (row?.pending_secret ?? null) !== null
}

/** Makes the waiting secret the one that counts, if the code is one of it. That code counts for no sign-in. */
export async function confirmCodeApp(
  context: Sealing & Pick<AppContext, 'now'>,
  db: Reader,
  userId: number,
  code: string,
) {
  const nowMs = context.now()
  const row = await db
    .selectFrom('code_apps')
    .select('pending_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const secret = row?.pending_secret ?? null
  if (secret === null) return 'none'
  const step = stepOf(opened(context, secret, userId), code, nowMs)
  if (step === null) return 'wrong'
  const confirmed = await db
    .updateTable('code_apps')
    .set({
      secret,
      pending_secret: null,
      last_step: step,
      confirmed_at: new Date(nowMs).toISOString(),
    })
    .where('user_id', '=', userId)
    .where('pending_secret', '=', secret)
    .returning('user_id')
    .executeTakeFirst()
  return confirmed === undefined ? 'none' : 'confirmed'
}

/** Whether it is the code that was used last, however long ago. */
const isLastUsed = (secret: string, code: string, lastStep: number | null): boolean =>
  lastStep !== null && stepOf(secret, code, Number(lastStep) * CODE_SECONDS * 1000) === Number(lastStep)

/** Uses up a code. Throws Refusal `unavailable` where the server can't read the secret. Of the same code given twice, also at once, one is 'repeated'. */
export async function spendAppCode(
  context: AppContext,
  userId: number,
  code: string,
): Promise<'right' | 'wrong' | 'repeated'> {
  const { db } = context.store
  const row = await db
    .selectFrom('code_apps')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const secret = row?.secret ?? null
  if (secret === null) return 'wrong'
  const plain = opened(context, secret, userId)
  const step = stepOf(plain, code, context.now())
  if (step === null) return isLastUsed(plain, code, row?.last_step ?? null) ? 'repeated' : 'wrong'
  const used = await db
    .updateTable('code_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst()
  return used === undefined ? 'repeated' : 'right'
}
