/**
 * A change of a user's second factor: with its entry in the audit, a mail to its owner and a line in the security log.
 * docs/rules.md#second-factor
 */
import { FACTOR_CHANGES, type FactorChange } from '../../src/domain/session/factor-changes.ts'
import type { AppContext } from '../context/app-context.ts'
import { refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { factorChangedLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue.ts'
import { audit } from '../records/audit.ts'
import { disownLink } from '../session/links.ts'
import { factorsOf } from './factors.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { mustHaveFactor } from './required.ts'
import { endWhatHangs } from './what-hangs.ts'

const REQUIRED = 'A sua corretora exige um segundo fator. Cadastre outro antes de tirar este.'

interface Changed {
  readonly by: { readonly id: number }
  readonly user: {
    readonly id: number
    readonly name: string
    readonly login: string
    readonly email: string
  }
  readonly what: FactorChange
}

/**
 * Runs the change, records it in the audit and mails the user about it. A change that returns null made none and is not
 * reported.
 */
export async function changeFactor<Result>(
  context: AppContext,
  { by, user, what }: Changed,
  change: (tx: Tx) => Promise<Result | null>,
): Promise<Result | null> {
  const nowMs = context.now()
  const result = await context.store.db.transaction().execute(async (tx) => {
    const changed = await change(tx)
    if (changed === null) return null
    await audit(tx, {
      user: by,
      action: what === 'reset' ? 'reset_factor' : 'set_factor',
      entity: 'users',
      id: user.id,
      before: null,
      after: { second_factor: what },
    })
    const { id: userId, email: recipient } = user
    const link = await disownLink(tx, context, { userId, sinceMs: nowMs })
    const letter = factorChangedLetter(user, FACTOR_CHANGES[what], link)
    await queueMail(tx, { userId, purpose: 'factor_changed', recipient, letter, nowMs })
    return changed
  })
  if (result !== null)
    context.security.note('second_factor_changed', {
      user_id: user.id,
      about: by.id === user.id ? what : `${what} by user ${by.id}`,
    })
  return result
}

/** The codes that come with a first factor; null where earlier ones count on. */
export async function firstRecoveryCodes(tx: Tx, userId: number): Promise<readonly string[] | null> {
  const { recoveryCodes } = await factorsOf(tx, userId)
  return recoveryCodes > 0 ? null : replaceRecoveryCodes(tx, userId)
}

/**
 * After one factor went: without any other one the recovery codes and remembered devices go too. Throws Refusal `rule` where
 * the user must have a factor.
 */
export async function afterRemoval(tx: Tx, userId: number): Promise<void> {
  const { ways, role } = await factorsOf(tx, userId)
  if (ways.length > 0) return
  if (await mustHaveFactor(tx, role)) throw refusedField('second_factor', REQUIRED)
  await endWhatHangs(tx, userId)
}

/** Takes all factors from a user. Returns null where there was none. */
export async function removeFactors(tx: Tx, userId: number): Promise<true | null> {
  const { ways } = await factorsOf(tx, userId)
  await tx.deleteFrom('code_apps').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await endWhatHangs(tx, userId)
  return ways.length === 0 ? null : true
}
