/** What a user has set up as a second factor, in one statement. */
import { sql } from 'kysely'
import type { FactorWay } from '../../src/domain/session/second-factor.ts'
import { type RoleId, roleIdSchema } from '../../src/domain/session/session-user.ts'
import type { Reader } from '../queries/lead-row.ts'

export interface Factors {
  /** Ways of the second step, the usual one first. Empty: a password suffices. */
  readonly ways: readonly FactorWay[]
  /** The user's role, which may have to have one. null: the user has no role, and no session. */
  readonly role: RoleId | null
  readonly codeAppSince: string | null
  readonly recoveryCodes: number
}

interface Row {
  readonly role: unknown
  readonly code_app_since: string | null
  readonly passkeys: number
  readonly recovery_codes: number
}

export async function factorsOf(db: Reader, userId: number): Promise<Factors> {
  const { rows } = await sql<Row>`
    select
      (select role_id from user_roles where user_id = ${userId} order by place limit 1) as role,
      (select confirmed_at from code_apps where user_id = ${userId}) as code_app_since,
      (select count(*)::integer from passkeys where user_id = ${userId}) as passkeys,
      (select count(*)::integer from recovery_codes where user_id = ${userId}) as recovery_codes`.execute(db)
  const {
    role,
    code_app_since: codeAppSince = null,
    passkeys = 0,
    recovery_codes: recoveryCodes = 0,
  } = rows[0] ?? {}
  const factors: readonly FactorWay[] = [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(codeAppSince === null ? [] : (['code'] as const)),
  ]
  return {
    role: roleIdSchema.nullable().parse(role ?? null),
    ways: factors.length > 0 && recoveryCodes > 0 ? [...factors, 'recovery'] : factors,
    codeAppSince,
    recoveryCodes,
  }
}
