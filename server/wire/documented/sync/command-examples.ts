/**
 * An example of each command, with a sentence on what it does and the lead that it is about: for the API's document and
 * docs/sync-commands.md. tests/api/wire/documented-commands.test.ts sends each of them.
 */
import type { CommandArgs, CommandName } from '../../../../src/commands/registry.ts'
import type { ClientFields } from '../../../../src/domain/client/changes.ts'
import { EMPTY_CLIENT } from '../../../../src/domain/client/fields.ts'
import { FORM_FIELDS, type LeadFields } from '../../../../src/domain/lead/changes.ts'
import { FRESH_LEAD } from '../../../../src/domain/lead/fields.ts'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { picked } from '../../../../src/domain/record/parts.ts'
import type { SessionUser } from '../../../../src/domain/session/session-user.ts'

interface CommandExample<Name extends CommandName> {
  /** In plain English, one or two sentences. */
  readonly does: string
  readonly args: CommandArgs<Name>
  /** What the lead has beside the values of `EXAMPLE_LEAD`. null: there is no such lead yet. */
  readonly lead: Partial<Lead> | null
  /** By whom, where it is not the lead's broker. */
  readonly by?: 'manager' | 'administrator' | 'referrer'
}

export const EXAMPLE_UIDS = {
  lead: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091',
  client: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8092',
  call: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8093',
  file: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8094',
} as const
const { lead: lead_uid, client: client_uid, call: call_uid, file: file_uid } = EXAMPLE_UIDS

export const EXAMPLE_BROKER = 2
export const EXAMPLE_AT = '2026-10-05T17:30:00.000Z'
const EARLIER = '2026-10-05T12:00:00.000Z'

const client: ClientFields = {
  ...EMPTY_CLIENT,
  name: 'Ana Martins',
  phone: '',
  cellphone: '11987654321',
  mail: 'ana@example.com',
  cpf: '52998224725',
  rg: '123456789',
  birth_date: '1988-05-17',
  address: {
    cep: '01310100',
    street: 'Avenida Paulista',
    number: '1000',
    comp: '',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  },
}

export const EXAMPLE_CLIENT = { uid: client_uid, id: 501, version: 88_100, ...client }

/** A lead in attendance, called once. */
export const EXAMPLE_LEAD: Lead = {
  ...FRESH_LEAD,
  uid: lead_uid,
  id: 1234,
  version: 88_123,
  state: 2,
  status: 2,
  channel_id: 1,
  inviter_id: 4,
  broker_id: EXAMPLE_BROKER,
  partner_id: 24,
  insurance_id: 4,
  client_uid,
  client_name: client.name,
  client_cpf: client.cpf,
  client_cellphone: client.cellphone,
  client_phone: client.phone,
  proposal_date: EARLIER,
  create_lead_date: EARLIER,
  capture_date: '2026-10-05T13:00:00.000Z',
  capture_on_time: 1,
  indication_on_time: 1,
  lead_scheduling: { scheduling_date: '2026-10-05T13:00:00.000Z', description: '.', status: 1 },
}

const UNCLAIMED: Partial<Lead> = {
  state: 1,
  status: 1,
  broker_id: null,
  capture_date: null,
  capture_on_time: null,
  lead_scheduling: null,
}
const CALLED: Partial<Lead> = { first_call_date: '2026-10-05T13:30:00.000Z', first_call_on_time: 1 }
const SCHEDULED: Partial<Lead> = {
  lead_scheduling: { scheduling_date: '2026-10-06T13:00:00.000Z', description: 'Ligar', status: 0 },
}

const fields: LeadFields = {
  ...picked({ ...FRESH_LEAD, channel_id: 29 }, FORM_FIELDS),
  insurance_id: 4,
  partner_id: 24,
  inviter_id: 4,
  product: 'Casa',
  proposal_date: EXAMPLE_AT,
}
const creation = { lead_uid, client_uid, lead: fields, client }
const about = { lead_uid }
const save = { lead_uid, client_uid }
const RUNNING = { ...about, kind: 'handover', since: '2026-10-05' }
const WITH_LIMIT: Partial<Lead> = {
  obligations: [{ kind: 'handover', since: '2026-10-05', until: '2026-10-13', note: '', begun_by: 'act' }],
}

export const COMMAND_EXAMPLES: { readonly [Name in CommandName]: CommandExample<Name> } = {
  'lead.create': {
    does: "Creates a lead and its client: 'Criar Lead' of management, and 'Me Indico'. [What it wants](sync-protocol.md#creating-a-lead).",
    args: creation,
    lead: null,
    by: 'manager',
  },
  'indication.create': {
    does: 'Refers a client: creates an unclaimed lead and its client. [What it wants](sync-protocol.md#creating-a-lead).',
    args: creation,
    lead: null,
    by: 'referrer',
  },
  'indication.external': {
    does: 'Refers a client for one line of insurance, with what that line asks for in `details`. The client needs name, mail, document and a phone; a person the RG.',
    args: {
      lead_uid,
      client_uid,
      insurance_id: 4,
      details: { kind: 'residence', type: 'Habitual' },
      client,
    },
    lead: null,
    by: 'referrer',
  },
  'lead.update': {
    does: 'Saves changed fields of a lead and of its client. A field that is left out stays.',
    args: {
      ...save,
      changes: { additional_information: 'Prefere contato à tarde', insurance_expiration: 10 },
      client: { mail: 'ana.martins@example.com', address: { number: '1001' } },
    },
    lead: {},
  },
  'lead.bringBack': {
    does: 'Gives fields of a lead and of its client an earlier value. The history has `reason`, and the moment `as_of` whose values they are.',
    args: {
      ...save,
      changes: { product: 'Apartamento' },
      client: { mail: 'ana.martins@example.com' },
      reason: 'Apagado por engano',
      as_of: EARLIER,
    },
    lead: {},
  },
  'lead.capture': {
    does: 'Takes an unclaimed lead: it becomes the lead of the caller, in attendance.',
    args: about,
    lead: UNCLAIMED,
  },
  'lead.schedule': {
    does: 'Opens a scheduling. `scheduling_date` lies in the future.',
    args: { ...about, scheduling_date: '2026-10-06T13:00:00.000Z', description: 'Ligar' },
    lead: {},
  },
  'lead.closeScheduling': {
    does: 'Closes the open scheduling, with another description if one is given.',
    args: { ...about, description: 'Falamos' },
    lead: SCHEDULED,
  },
  'lead.setServiceStatus': {
    does: 'Sets the situation of the attendance (catalogue `lead_service_status`); null removes it.',
    args: { ...about, service_status: 2 },
    lead: {},
  },
  'lead.addNote': {
    does: 'Adds a note to `additional_information`. The server puts name and time above it. It is never in conflict.',
    args: { ...about, note: 'Prefere que liguem depois das 18h' },
    lead: {},
  },
  'lead.negotiate': { does: 'Begins the negotiation.', args: about, lead: CALLED },
  'lead.pendingSell': {
    does: 'Marks the lead as sold with something missing, which `observation` names.',
    args: { ...about, observation: 'Falta a vistoria' },
    lead: { ...CALLED, quoted: 1 },
  },
  'lead.advance': {
    does: "Moves the lead to the next status of its channel's flow.",
    args: about,
    lead: CALLED,
  },
  'lead.markQuoted': {
    does: "Marks the lead as quoted. `link: 'later'`: the quote link could not be opened yet.",
    args: about,
    lead: CALLED,
  },
  'lead.recordCall': {
    does: 'Records that a call to the client began. `call_uid` is made by the caller, and later commands name the call by it.',
    args: { ...about, phone: '11987654321', call_uid, way: 'device' },
    lead: {},
  },
  'lead.callResult': {
    does: 'Says how a recorded call went (catalogue `calls_result`); null takes the answer back. It changes no field of the lead.',
    args: { ...about, call_uid, status: 2 },
    lead: CALLED,
  },
  'lead.undoCall': {
    does: 'Removes a call that was recorded by mistake. `called_at` is its `occurred_at`.',
    args: { ...about, call_uid, called_at: '2026-10-05T13:30:00.000Z' },
    lead: CALLED,
  },
  'lead.noteContact': {
    does: 'Fills type and date of the contact, each where it is still empty.',
    args: { ...about, contact_type: 1, contact_date: EXAMPLE_AT },
    lead: CALLED,
  },
  'lead.sendMessage': {
    does: 'Sends a message by the WhatsApp that is connected: a template that Meta approved, or a text within 24 hours after the client wrote. It is sent once for each `message_uid`, after the command. [Messages](rules.md#messages-sent).',
    args: {
      ...about,
      message_uid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f80a1',
      phone: client.cellphone,
      message: {
        kind: 'template',
        template_id: 1,
        values: { primeiro_nome: 'Ana', corretor: 'Bruna Souza' },
      },
      suggestion_uid: null,
    },
    lead: {},
  },
  'lead.decideMessage': {
    does: 'Says what became of the suggested message: `opened` in the WhatsApp of the user, or `dismissed`. [Suggestions](rules.md#suggested-messages).',
    args: { ...about, suggestion_uid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f80b1', decision: 'dismissed' },
    lead: {
      suggested_message: {
        uid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f80b1',
        template_id: 1,
        reason: 'Renovação em 30 dias',
        made_at: EARLIER,
      },
    },
  },
  'lead.beginObligation': {
    does: 'Begins a limit of the law by hand: `kind` is `handover`, `answer` or `document`. `until` is a day before the end that the law sets, or null. One of the same kind and day is not begun twice. [Limits of the law](rules.md#obligations).',
    args: { ...about, kind: 'handover', since: '2026-10-05', until: null, note: 'CNH e CRLV' },
    lead: {},
  },
  'lead.fulfilObligation': {
    does: 'Says that a limit of the law was kept, on which day and by what proof. `file` is the PDF of the lead. One that somebody ended is refused.',
    args: { ...RUNNING, done_on: '2026-10-05', proof_kind: 'note', proof: 'Entregue em mãos, com recibo' },
    lead: WITH_LIMIT,
  },
  'lead.dismissObligation': {
    does: 'Says why a limit of the law does not apply. One that somebody ended is refused.',
    args: { ...RUNNING, reason: 'O PDF era só a cotação' },
    lead: WITH_LIMIT,
  },
  'lead.putBack': {
    does: "Gives fields the values that they had before the caller's own last change.",
    args: { ...about, fields: { service_status: null } },
    lead: { service_status: 2 },
  },
  'lead.attachFile': {
    does: 'Joins a PDF to the lead. Its bytes are sent before, by `PUT /api/sync/files/{file_uid}`.',
    args: { ...about, file_uid, name: 'proposta.pdf', size: 48_213 },
    lead: {},
  },
  'lead.finish': {
    does: 'Saves changed fields, as `lead.update`, and ends the lead. A loss needs its reason, a sale its value, commission and offers.',
    args: {
      ...save,
      changes: {
        sold: 0,
        lost_sale: 1,
        sold_type: 1,
        sold_date: EXAMPLE_AT,
        backup_car: 0,
        pague_menos: 0,
        seguro_conteudo: 0,
      },
    },
    lead: { ...CALLED, contact_type: 1, contact_date: '2026-10-05T13:30:00.000Z' },
  },
  'lead.recover': {
    does: 'Brings an ended lead back into attendance.',
    args: about,
    lead: { state: 3, status: 6, sold: 0, lost_sale: 1, end_lead_date: EARLIER },
    by: 'manager',
  },
  'lead.cancel': {
    does: 'Ends the lead as cancelled. Roles other than 1 and 2 lose it.',
    args: about,
    lead: {},
  },
  'lead.setDeadlines': {
    does: 'Corrects the flags of the deadlines that were judged already.',
    args: { ...about, capture_on_time: 0 },
    lead: {},
    by: 'administrator',
  },
  'lead.setSuspended': {
    does: 'Suspends an unclaimed lead, so that nobody captures it, or releases it.',
    args: { ...about, suspended: true },
    lead: UNCLAIMED,
    by: 'manager',
  },
  'client.create': {
    does: 'Creates a client without a lead. Pulls bring clients with their leads alone, so this one stays in the mirror only while a lead names it.',
    args: { client_uid, client },
    lead: null,
  },
  'client.update': {
    does: 'Saves changed fields of a client.',
    args: { client_uid, changes: { cellphone: '11987650000', address: { comp: 'Apto 12' } } },
    lead: {},
  },
}

const PEOPLE = {
  administrator: { id: 1, role: 1 },
  manager: { id: 7, role: 2 },
  broker: { id: EXAMPLE_BROKER, role: 3 },
  referrer: { id: 4, role: 5 },
} as const

/** Returns who runs an example: the lead's broker if nobody else is named. */
export function exampleUser(by: CommandExample<CommandName>['by'] | 'broker' = 'broker'): SessionUser {
  const { id, role } = PEOPLE[by]
  return {
    id,
    name: 'Bruna Souza',
    login: 'bruna',
    email: 'bruna@example.com',
    phone: '11987650001',
    roles: [{ id: role, name: '' }],
    channel_id: 1,
    channel: { id: 1, name: 'Site' },
    partners: [],
    technical_team: null,
  }
}
