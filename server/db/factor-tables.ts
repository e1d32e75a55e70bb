/** Kysely's types of the second factor: docs/rules.md#second-factor */
import type { Generated } from 'kysely'
import type { Instant, NullableInstant } from './column-types.ts'

export interface FactorTables {
  code_apps: {
    user_id: number
    /** Sealed by DEVICE_KEYS_KEY, which it names before a dot; Base32 where the server has no key. null: none counts yet. */
    secret: string | null
    confirmed_at: NullableInstant
    /** The time step of the last code that was accepted: none counts twice. */
    last_step: number | null
    /** Shown to its owner, and not confirmed by a code yet. */
    pending_secret: string | null
  }
  recovery_codes: { user_id: number; code_hash: string }
  /** So that a code that comes again is told as used. */
  used_recovery_codes: { user_id: number; code_hash: string; used_at: Instant }
  /** Wrong codes of a user, by days that begin with the first one. */
  factor_tries: { user_id: number; began_at: Instant; wrong: number; summed: Generated<boolean> }
  /** Answers that may be asked for again for a minute, sealed by what the caller alone has. */
  kept_answers: { key_hash: string; sealed: string; expires_at: Instant }
  remembered_devices: { secret_hash: string; user_id: number; device_id: string; expires_at: Instant }
  /** Sign-ins that wait for the second factor. */
  sign_in_steps: {
    token_hash: string
    user_id: number
    device_id: string | null
    /** Whether the login had a session on the device before. */
    is_known: boolean
    /** The password is too short for a protected device. */
    short_password: Generated<boolean>
    /** And it was typed on one. */
    password_due: Generated<boolean>
    expires_at: Instant
  }
  passkeys: {
    id: string
    user_id: number
    /** The authenticator's own name of it, base64url. */
    credential_id: string
    /** COSE, base64url. */
    public_key: string
    /** What the authenticator counts; many count nothing. */
    counter: number
    /** The name of the site that it was made for. */
    rp_id: string
    name: string
    created_at: Instant
    last_used_at: NullableInstant
  }
  passkey_challenges: { challenge: string; about: string; expires_at: Instant }
  /** By when a user who must have a second factor has to set one up. */
  second_factor_terms: { user_id: number; due_at: Instant }
}
