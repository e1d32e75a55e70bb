import { z } from 'zod'
import { clientFieldsSchema, newClient } from '../domain/client/changes.ts'
import { LATER_FIELDS } from '../domain/client/client.ts'
import { identityVerdict } from '../domain/client/identity.ts'
import { keptLeadFieldsSchema } from '../domain/lead/changes.ts'
import { newLead } from '../domain/lead/creation.ts'
import { creationProblems, indicationProblems } from '../domain/lead/creation-scope.ts'
import { picked } from '../domain/record/parts.ts'
import { type CommandContext, defineCommand } from './definition.ts'
import { clientFields, withValues } from './drop-fields.ts'
import { creationOfVersion1 } from './earlier-form.ts'
import { correctionArg } from './saved-client.ts'

/** Both creations share their arguments. The server decides who may write which field. */
const creationArgs = z.strictObject({
  /** UUIDv7, created on the device. It never changes. */
  lead_uid: z.uuid(),
  /** The uid of an existing client, or of a new one. */
  client_uid: z.uuid(),
  lead: keptLeadFieldsSchema,
  client: clientFieldsSchema,
  /** The inviter's phone, when the form changed it. */
  inviter_phone: z.string().max(11).optional(),
  /** The number of the imported proposal that filled the form. */
  elective_lead_id: z.int32().optional(),
  /** 'Corrigir o cadastro', for a known client that gets another name. */
  identity: correctionArg,
})
type CreationArgs = z.infer<typeof creationArgs>

const shared = {
  version: 2,
  upcast: creationOfVersion1,
  args: creationArgs,
  entityUid: (args: CreationArgs) => args.lead_uid,
  clientUid: (args: CreationArgs) => args.client_uid,
  writesClient: ({ client_uid, client, identity }: CreationArgs) => ({
    clientUid: client_uid,
    changes: client,
    identity,
    otherUid: undefined,
  }),
  create: (args: CreationArgs, { occurredAt, settings }: CommandContext) =>
    newLead({
      uid: args.lead_uid,
      fields: args.lead,
      client: newClient(args.client_uid, args.client),
      occurredAt,
      settings,
    }),
  applyClient: (client: Parameters<typeof newClientOrSame>[0], args: CreationArgs) =>
    newClientOrSame(client, args),
  /** Creates the lead and leaves the client's conflicting fields as they are. */
  dropFields: (args: CreationArgs, theirs: Readonly<Record<string, unknown>>) => {
    const own = clientFields(Object.keys(theirs))
    if (own.length < Object.keys(theirs).length) return null
    const values = Object.fromEntries(own.map((field) => [field, theirs[`client.${field}`]]))
    return { ...args, client: withValues(args.client, values) }
  },
} as const

/** The form shows the fields of a client that it found, so the fields that it sends replace the client's. */
function newClientOrSame(client: ReturnType<typeof newClient> | null, args: CreationArgs) {
  const fresh = newClient(args.client_uid, args.client)
  if (client === null) return fresh
  if (identityVerdict(client, fresh, args.identity) === 'other') return client
  // A new lead empties no later field: an earlier version of the app does not send it. docs/rules.md#opt-out
  const kept = picked(
    client,
    LATER_FIELDS.filter((name) => !args.client[name]),
  )
  return { ...client, ...args.client, ...kept }
}

/** 'Criar Lead' of administrators and managers, and 'Me Indico': docs/rules.md#creation. */
export const createLead = defineCommand({
  ...shared,
  name: 'lead.create',
  label: 'Criar lead',
  fieldProblems: ({ lead }, { user }) => creationProblems(lead, user),
})

/** The referral of brokers, dealerships and indicators: docs/rules.md#referrals. */
export const createIndication = defineCommand({
  ...shared,
  name: 'indication.create',
  label: 'Indicar cliente',
  fieldProblems: ({ lead }, { user }) => indicationProblems(lead, user),
})
