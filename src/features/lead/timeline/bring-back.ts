/** The command of 'Trazer de volta', or why there is none. docs/rules.md#as-it-was. Pure. */
import { bringBack } from '../../../commands/bring-back.ts'
import type { CommandArgs } from '../../../commands/registry.ts'
import { changeClient } from '../../../domain/client/changes.ts'
import type { Client } from '../../../domain/client/client.ts'
import { identityVerdict } from '../../../domain/client/identity.ts'
import { type Difference, nested } from '../../../domain/lead/as-it-was.ts'
import { changeLead } from '../../../domain/lead/changes.ts'
import { formProblems } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'

interface Question {
  readonly lead: Lead
  readonly client: Client | null
  readonly user: SessionUser
  readonly chosen: readonly Difference[]
  readonly reason: string
  /** ISO 8601: the moment whose values these are. */
  readonly asOf: string
}

export type BringingBack =
  | { readonly kind: 'args'; readonly args: CommandArgs<'lead.bringBack'> }
  | { readonly kind: 'problem'; readonly message: string }

const UNFIT = 'Um destes valores não cabe mais no campo. Escreva-o no formulário.'
const OTHER_PERSON = 'Estes dados são de outra pessoa: o nome e o CPF/CNPJ não voltam.'
const problem = (message: string): BringingBack => ({ kind: 'problem', message })

export function bringingBack({ lead, client, user, chosen, reason, asOf }: Question): BringingBack {
  if (chosen.length === 0) return problem('Escolha o que trazer de volta.')
  if (reason.trim() === '') return problem('Escreva o motivo.')
  const { client: ofClient, ...changes } = nested(
    Object.fromEntries(chosen.map(({ field, was }) => [field, was])),
  )
  const given = {
    lead_uid: lead.uid,
    client_uid: lead.client_uid,
    changes,
    ...(ofClient === undefined ? {} : { client: ofClient }),
    reason,
    as_of: asOf,
  }
  const parsed = bringBack.args.safeParse(given)
  if (!parsed.success) return problem(UNFIT)
  const args = parsed.data
  const [refused] = formProblems(lead, changeLead(lead, args.changes, user), user)
  if (refused !== undefined) return problem(refused.message)
  if (client === null || args.client === undefined) return { kind: 'args', args }
  const after = changeClient(client, args.client)
  if (identityVerdict(client, after, undefined) === 'write') return { kind: 'args', args }
  return identityVerdict(client, after, 'correct') === 'write'
    ? { kind: 'args', args: { ...args, identity: 'correct' } }
    : problem(OTHER_PERSON)
}
