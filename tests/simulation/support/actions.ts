/** The actions of a user on a tablet: one entry a command. `documents.ts` has lead.attachFile, which uploads a file. */

import type { CommandArgs, CommandName } from '../../../src/commands/registry.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { RESIDENCE_TYPES } from '../../../src/domain/indication/choices.ts'
import { emptyLeadFields } from '../../../src/domain/lead/creation.ts'
import { referralPartners } from '../../../src/domain/lead/creation-scope.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { obligationsOf } from '../../../src/domain/obligations/obligation.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { Chance } from '../../sync/support/random.ts'

export interface Occasion {
  /** The rows as the screen shows them. */
  readonly lead: Lead
  readonly client: Client | undefined
  readonly user: SessionUser
  readonly chance: Chance
  /** Time of the tablet's clock in epoch ms. */
  readonly now: number
  readonly newUid: () => string
}

interface Action<Name extends CommandName> {
  readonly command: Name
  /** Returns whether a screen would offer the action. */
  readonly fits: (lead: Lead, user: SessionUser) => boolean
  readonly args: (occasion: Occasion) => CommandArgs<Name>
}

/** A union discriminated by `command`, so that each action keeps the type of its arguments. */
export type AnyAction = { [Name in CommandName]: Action<Name> }[CommandName]

const isWorked = (lead: Lead) => lead.state === 2
const isCalled = (lead: Lead) => isWorked(lead) && lead.first_call_date !== null
const isStaff = (user: SessionUser) => roleOf(user) <= 3
const isManagement = (user: SessionUser) => roleOf(user) <= 2
const aboutLead = ({ lead }: Occasion) => ({ lead_uid: lead.uid })
const hasLimit = (lead: Lead) => isWorked(lead) && obligationsOf(lead).length > 0
/** Its nearest limit of the law. */
function limitOf(lead: Lead) {
  const [limit] = obligationsOf(lead)
  return { lead_uid: lead.uid, kind: limit?.kind ?? '', since: limit?.since ?? '' }
}
const inHours = (now: number, hours: number) => new Date(now + hours * HOUR_MS).toISOString()
/** CPFs with valid check digits. Two clients may get the same one. */
const DOCUMENTS = ['52998224725', '11144477735'] as const

/** The server refuses this address. The device queues a command with it. */
const WRONG_MAIL = 'sem arroba'
export const CORRECT_MAIL = 'indicado@exemplo.com.br'

function leadChanges({ chance }: Occasion) {
  return chance.pick([
    { additional_information: `Nota ${chance.below(1000)}` },
    { additional_information: `Aviso ${chance.below(1000)}` },
    { insurance_expiration: 1 + chance.below(12) },
    { product_details: { details: `Detalhe ${chance.below(1000)}` } },
    { product_details: { brand: `Marca ${chance.below(1000)}` }, proposal: `P${chance.below(1000)}` },
    {},
  ])
}

function clientChanges({ chance }: Occasion) {
  return chance.pick([
    { mail: chance.happens(0.2) ? WRONG_MAIL : `cliente${chance.below(1000)}@exemplo.com.br` },
    { address: { city: chance.pick(['Belo Horizonte', 'Contagem', 'Betim']) } },
    { cellphone: `3198777${String(chance.below(10_000)).padStart(4, '0')}` },
  ])
}

/** A new lead, of a new client or of one that the tablet shows. */
function creation({ client, user, chance, now, newUid }: Occasion) {
  const lead_uid = newUid()
  const known = client !== undefined && chance.happens(0.3) ? client : null
  return {
    lead_uid,
    client_uid: known?.uid ?? newUid(),
    lead: {
      ...emptyLeadFields(user, new Date(now - HOUR_MS).toISOString()),
      insurance_id: 5,
      partner_id: referralPartners(user)[0] ?? null,
      product: 'Casa',
    },
    client: {
      name: known?.name ?? `Indicado ${lead_uid.slice(-4)}`,
      phone: '',
      cellphone: '31987654321',
      mail: chance.happens(0.3) ? WRONG_MAIL : CORRECT_MAIL,
      cpf: known?.cpf ?? chance.pick(DOCUMENTS),
      rg: '',
      birth_date: '1980-05-17',
      no_messages_since: null,
      address: {
        cep: '30130010',
        street: 'Rua A',
        number: '10',
        comp: '',
        district: 'Centro',
        city: 'Belo Horizonte',
        state: 'MG',
      },
    },
  }
}

/** Two uids a user and lead: lead.callResult and lead.undoCall find a call, and some calls are recorded twice. */
const callUid = ({ lead, user, chance }: Occasion) =>
  `${String(user.id * 10 + chance.below(2)).padStart(8, '0')}${lead.uid.slice(8)}`

/** Users change the service status most often. */
export const MARK: AnyAction = {
  command: 'lead.setServiceStatus',
  fits: isWorked,
  args: ({ lead, chance }) => ({
    lead_uid: lead.uid,
    service_status: chance.pick([1, 2, 3, null].filter((status) => status !== lead.service_status)),
  }),
}

export const CAPTURE: AnyAction = {
  command: 'lead.capture',
  fits: (lead, user) => lead.state === 1 && isStaff(user),
  args: aboutLead,
}

/** The form's save. */
const SAVE: AnyAction = {
  command: 'lead.update',
  fits: (lead, user) => isWorked(lead) && isStaff(user),
  args: (occasion) => ({
    lead_uid: occasion.lead.uid,
    client_uid: occasion.lead.client_uid,
    changes: leadChanges(occasion),
    ...(occasion.chance.happens(0.5) ? { client: clientChanges(occasion) } : {}),
  }),
}

/** Made in some scenarios only, beside the other actions: `Users`. */
export const NOTE: AnyAction = {
  command: 'lead.addNote',
  fits: (lead, user) => isStaff(user) && (isManagement(user) || lead.broker_id === user.id),
  args: ({ lead, chance }) => ({ lead_uid: lead.uid, note: `Nota rápida ${chance.below(1_000_000)}` }),
}

/** The actions on a lead that is on the screen. Repetition is weight. */
export const ACTIONS: readonly AnyAction[] = [
  CAPTURE,
  MARK,
  {
    command: 'lead.closeScheduling',
    fits: (lead) => isWorked(lead) && lead.lead_scheduling?.status === 0,
    args: aboutLead,
  },
  {
    command: 'lead.schedule',
    fits: isWorked,
    args: ({ lead, chance, now }) => ({
      lead_uid: lead.uid,
      scheduling_date: inHours(now, chance.below(48)),
      description: 'Ligar',
    }),
  },
  SAVE,
  SAVE,
  SAVE,
  {
    command: 'client.update',
    fits: (_lead, user) => isStaff(user),
    args: (occasion) => ({ client_uid: occasion.lead.client_uid, changes: clientChanges(occasion) }),
  },
  { command: 'lead.negotiate', fits: (lead) => isWorked(lead) && !lead.negociate, args: aboutLead },
  { command: 'lead.advance', fits: isWorked, args: aboutLead },
  { command: 'lead.markQuoted', fits: (lead) => isWorked(lead) && lead.quoted === 0, args: aboutLead },
  {
    command: 'lead.pendingSell',
    fits: (lead) => isWorked(lead) && !lead.pending_sell,
    args: ({ lead }) => ({ lead_uid: lead.uid, observation: 'Falta um documento' }),
  },
  {
    command: 'lead.recordCall',
    fits: isWorked,
    args: (occasion) => ({
      lead_uid: occasion.lead.uid,
      phone: occasion.lead.client_cellphone,
      call_uid: callUid(occasion),
      way: 'device',
    }),
  },
  {
    command: 'lead.callResult',
    fits: isCalled,
    args: (occasion) => ({
      lead_uid: occasion.lead.uid,
      call_uid: callUid(occasion),
      status: occasion.chance.pick([2, 3, 0] as const),
    }),
  },
  {
    command: 'lead.undoCall',
    fits: isCalled,
    args: (occasion) => ({
      lead_uid: occasion.lead.uid,
      call_uid: callUid(occasion),
      called_at: new Date(occasion.lead.first_call_date ?? occasion.now).toISOString(),
    }),
  },
  {
    // Of a suggestion that no device has any more.
    command: 'lead.decideMessage',
    fits: isWorked,
    args: ({ lead, newUid }) => ({
      lead_uid: lead.uid,
      suggestion_uid: lead.suggested_message?.uid ?? newUid(),
      decision: 'dismissed',
    }),
  },
  {
    command: 'lead.beginObligation',
    fits: isWorked,
    args: ({ lead, now, chance }) => ({
      lead_uid: lead.uid,
      kind: chance.pick(['handover', 'answer'] as const),
      since: saoPauloDay(now),
      until: null,
      note: 'CNH',
    }),
  },
  {
    command: 'lead.fulfilObligation',
    fits: hasLimit,
    args: ({ lead, now }) => ({
      ...limitOf(lead),
      done_on: saoPauloDay(now),
      proof_kind: 'note',
      proof: 'Recibo',
    }),
  },
  {
    command: 'lead.dismissObligation',
    fits: hasLimit,
    args: ({ lead }) => ({ ...limitOf(lead), reason: 'Engano' }),
  },
  {
    command: 'lead.finish',
    fits: isWorked,
    args: ({ lead, now }) => ({
      lead_uid: lead.uid,
      client_uid: lead.client_uid,
      changes: { sold: 0, lost_sale: 1, sold_date: new Date(now - HOUR_MS).toISOString() },
    }),
  },
  { command: 'lead.cancel', fits: isWorked, args: aboutLead },
  { command: 'lead.recover', fits: (lead, user) => lead.state > 1 && isManagement(user), args: aboutLead },
  {
    command: 'lead.setSuspended',
    fits: (lead, user) => lead.state === 1 && isManagement(user),
    args: ({ lead }) => ({ lead_uid: lead.uid, suspended: !lead.suspended_lead }),
  },
  {
    command: 'lead.setDeadlines',
    fits: (lead, user) => lead.state > 1 && roleOf(user) === 1,
    args: ({ lead, chance }) => {
      const flag = () => chance.pick([0, 1] as const)
      return {
        lead_uid: lead.uid,
        capture_on_time: flag(),
        first_call_on_time: flag(),
        indication_on_time: flag(),
        attendance_on_time: flag(),
      }
    },
  },
]

/** The actions that need no lead on the screen. */
export const BEGINNINGS: readonly AnyAction[] = [
  { command: 'indication.create', fits: () => true, args: creation },
  {
    command: 'indication.external',
    fits: (_lead, user) => may('indication.external', roleOf(user)),
    args: (occasion) => {
      const { lead_uid, client_uid, client } = creation(occasion)
      const type = occasion.chance.pick(RESIDENCE_TYPES)
      return {
        lead_uid,
        client_uid,
        insurance_id: 4,
        details: { kind: 'residence', type },
        client: { ...client, rg: '123456789' },
      }
    },
  },
  {
    command: 'lead.create',
    fits: (_lead, user) => isManagement(user),
    args: (occasion) => creation(occasion),
  },
]
