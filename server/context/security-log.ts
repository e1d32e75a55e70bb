/**
 * The security log: one JSON line for each event that an operator should watch (docs/operations.md#security-log). It
 * holds no personal data: users, sessions and records appear by number, addresses and logins only as keyed digests.
 */
import { createHmac, randomBytes } from 'node:crypto'

export type SecurityEvent =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_in_limited'
  | 'second_factor_failed'
  | 'second_factor_limited'
  /** A right code of the app, for the second time. */
  | 'code_repeated'
  | 'second_factor_changed'
  /** 'Não fui eu': all sessions end, and the password opens nothing. */
  | 'account_disowned'
  /** Of a protected device. */
  | 'pin_failed'
  | 'pin_limited'
  /** Of a program, such as a dealership's system. */
  | 'key_refused'
  | 'key_limited'
  | 'session_ended'
  /** 'Apagar este aparelho'. */
  | 'device_erase_ordered'
  /** A PIN, a role, a key or other access ended. */
  | 'access_taken'
  /** The same, of which a restored database did not know. */
  | 'access_taken_again'
  /** A restore without the file of revocations ended all sessions, PINs and halves. */
  | 'everything_ended'
  | 'password_changed'
  /** 403: the role lacks the permission. */
  | 'forbidden'
  /** A request for a record outside the user's scope. The caller gets 404. */
  | 'foreign_record'
  | 'quota_reached'
  /** An export or erasure of a client's personal data. */
  | 'personal_data_exported'
  | 'personal_data_erased'
  /** 'Exportar tudo'. */
  | 'whole_export_asked'
  | 'whole_export_downloaded'
  /** The day's anchor of all histories, with its number and hash: docs/rules.md#chain */
  | 'history_anchored'
  /** A history that was changed by other hands than Farol's. */
  | 'history_broken'
  | 'dossier_exported'
  /** A person has confirmed the server's time against what the database remembers. */
  | 'clock_confirmed'

export interface SecurityFacts {
  readonly user_id?: number
  readonly session_id?: string
  /** The route's pattern, never the address with its values: '/api/leads/:id'. */
  readonly route?: string
  /** The record or quota, such as 'lead 17' or 'referrals'. */
  readonly about?: string
  /** From `digest`. */
  readonly address?: string
  /** From `digest`. */
  readonly login?: string
}

export interface SecurityLog {
  note(event: SecurityEvent, facts?: SecurityFacts): void
  /** Returns 16 hexadecimal characters, the same for the same text in this process. They can't be reversed. */
  digest(text: string): string
}

/** `write` receives one line without a line break. `count` is called for each event. */
export function createSecurityLog(
  write: (line: string) => void,
  now: () => number,
  count: (event: SecurityEvent) => void = () => {},
): SecurityLog {
  const key = randomBytes(32)
  return {
    note: (event, facts = {}) => {
      write(JSON.stringify({ log: 'security', at: new Date(now()).toISOString(), event, ...facts }))
      count(event)
    },
    digest: (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, 16),
  }
}
