/**
 * The client that a save writes: the lead's own, or another one that the lead gets, docs/rules.md#identity-of-a-client.
 */
import { z } from 'zod'
import { type ClientChanges, changeClient, newClient } from '../domain/client/changes.ts'
import type { Client } from '../domain/client/client.ts'
import { EMPTY_CLIENT } from '../domain/client/fields.ts'
import { identityVerdict } from '../domain/client/identity.ts'
import { IDENTITY_CHOICES, type IdentityChoice } from '../domain/client/identity-choice.ts'
import { withSeen } from '../domain/client/overlaid.ts'
import type { Lead } from '../domain/lead/lead.ts'
import type { ClientWrite } from './definition.ts'

/** The answer to 'Corrigir o cadastro' or 'É outra pessoa'. Absent: the save asked nothing. */
export const identityArgs = {
  identity: z.enum(IDENTITY_CHOICES).optional(),
  /** The uid of the other person: of a client that the device knows, or of a new one. */
  other_uid: z.uuid().optional(),
} as const

interface Save {
  readonly client_uid: string
  readonly client?: ClientChanges | undefined
  readonly identity?: IdentityChoice | undefined
  readonly other_uid?: string | undefined
}

/** The only answer where no lead can get another client. */
export const correctionArg = z.literal('correct').optional()

/** The uid of the client that the lead gets on this device. null: it keeps its own. */
const otherOf = ({ identity, other_uid }: Save): string | null =>
  identity === 'other' ? (other_uid ?? null) : null

export const savedClientUid = (save: Save): string => otherOf(save) ?? save.client_uid

const namingSchema = z.object({ client_uid: z.string(), ...identityArgs })

/** The client that queued arguments of any command write on this device. null: they name none. */
export function namedClientUid(args: unknown): string | null {
  const naming = namingSchema.safeParse(args)
  return naming.success ? savedClientUid(naming.data) : null
}

export const clientWriteOf = ({ client_uid, client = {}, identity, other_uid }: Save): ClientWrite => ({
  clientUid: client_uid,
  changes: client,
  identity,
  otherUid: other_uid,
})

/** Another person gets what was typed, and nothing of the client whose lead it was. What a known one has stays. */
function otherPerson(known: Client | null, uid: string, changes: ClientChanges): Client {
  const typed = changeClient(newClient(uid, EMPTY_CLIENT), changes)
  return known === null ? typed : withSeen(known, typed, {})
}

/** `client`: the row of `savedClientUid`. What is typed for another person shows nothing in this client. */
export function savedClient(client: Client | null, save: Save): Client | null {
  const changes = save.client ?? {}
  const other = otherOf(save)
  if (other !== null) return otherPerson(client, other, changes)
  return client === null ? null : identified(client, changes, save.identity)
}

export function identified(
  client: Client,
  changes: ClientChanges,
  choice: IdentityChoice | undefined,
): Client {
  const after = changeClient(client, changes)
  return identityVerdict(client, after, choice) === 'other' ? client : after
}

/** The lead with the client that it gets. */
export function withSavedClient(lead: Lead, save: Save): Lead {
  const other = otherOf(save)
  if (other === null) return lead
  const { name = '', cpf = '', cellphone = '', phone = '' } = save.client ?? {}
  return {
    ...lead,
    client_uid: other,
    client_name: name,
    client_cpf: cpf,
    client_cellphone: cellphone,
    client_phone: phone,
  }
}
