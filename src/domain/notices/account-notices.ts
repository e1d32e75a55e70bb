/** New e-mails of administrators: docs/rules.md#notices */
import { z } from 'zod'
import type { Notice } from './notice.ts'

const person = z.object({ id: z.number().int(), name: z.string() })

/** A change of an administrator's e-mail by another user. */
export const administratorEmailSchema = z.object({
  /** Number of the entry of the audit. */
  id: z.number().int(),
  at: z.string(),
  /** asked: it waits for its link. changed: it counts. */
  what: z.enum(['asked', 'changed']),
  /** The new address. */
  email: z.string(),
  user: person,
  by: person.nullable(),
})
export type AdministratorEmail = z.infer<typeof administratorEmailSchema>

export function accountNotices(changes: readonly AdministratorEmail[], userId: number): Notice[] {
  return changes.map(({ id, at, what, email, user, by }) => ({
    key: `account:${id}`,
    kind: 'account',
    atMs: Date.parse(at),
    momentMs: Date.parse(at),
    title: user.id === userId ? 'O seu e-mail no Farol' : `E-mail do administrador ${user.name}`,
    text: what === 'asked' ? `Troca pedida para ${email}` : `Agora é ${email}`,
    note: by === null || by.id === user.id ? '' : `Por ${by.name}`,
    isUrgent: true,
    target: { to: 'users' },
  }))
}
