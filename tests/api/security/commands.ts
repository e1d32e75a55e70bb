/**
 * Every command of the sync: its roles, and its outcome on an own record and on a foreign one. The matrix fails on a
 * new command until it has a line here. `own` and `foreign` are outcome and code of the answer. row.ts explains the
 * other columns.
 */

import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { creation } from '../support/leads.ts'
import { ADMINISTRATION, type At, type CommandLine, EVERYONE, MANAGEMENT, STAFF } from './row.ts'
import { newUid, typed } from './support/marks.ts'
import { type Belongings, isOwn, recordOf } from './support/records.ts'
import {
  INSURANCE,
  partnerOf,
  REFERRAL_CHANNEL,
  type Resident,
  SELF_REFERRAL_CHANNEL,
} from './support/residents.ts'

const NOT_FOUND = 'rejected not_found'
const ONE = { own: 'applied', foreign: NOT_FOUND } as const
const NEW = { own: 'applied' } as const
/** Outcome and holder of a lead that another user has taken meanwhile. */
const TAKEN = { captured: { outcome: 'conflict', says: '"name":"Colega"' } } as const
/** Refused to the administrator, too, for another user's record. */
const AMONG_STAFF = { may: STAFF, scoped: STAFF, kinds: ['stranger'] } as const
const CLIENTS = ['stranger', 'strangerUnclaimed', 'cancelled', 'captured', 'held'] as const
/** An unknown uid creates a client. */
const BEGINS = 'an unknown uid is that of a new client'

export const COMMANDS: Readonly<Record<string, CommandLine>> = {
  'lead.create': { may: STAFF, ...NEW },
  'lead.create · for a client by its uid': { may: STAFF, ...ONE, kinds: CLIENTS, differs: BEGINS },
  'indication.create': { may: EVERYONE, ...NEW },
  'indication.create · for a client by its uid': { may: EVERYONE, ...ONE, kinds: CLIENTS, differs: BEGINS },
  'indication.create · for a client that it referred by document': { may: EVERYONE, on: 'joined', ...NEW },
  'indication.external': { may: [1, 5, 7], ...NEW },
  // A client is joined by its document alone.
  'indication.external · for a client by its uid': {
    may: [1, 5, 7],
    own: 'applied',
    foreign: NOT_FOUND,
    kinds: CLIENTS,
    differs: BEGINS,
  },
  'lead.update': { may: STAFF, ...ONE },
  // What was typed for a client that the lead no longer has is refused, whether there is such a client or not.
  'lead.update · its lead, and a client by its uid': {
    may: STAFF,
    scoped: STAFF,
    own: 'applied',
    foreign: 'rejected rule',
  },
  'lead.bringBack': { may: STAFF, ...ONE },
  'lead.capture': { may: STAFF, on: 'unclaimed', ...ONE, told: TAKEN },
  'lead.schedule': { may: STAFF, ...ONE },
  'lead.closeScheduling': { may: STAFF, ...ONE },
  'lead.setServiceStatus': { may: STAFF, ...ONE },
  'lead.addNote': { may: STAFF, ...ONE },
  'lead.negotiate': { may: STAFF, ...ONE },
  'lead.pendingSell': { may: STAFF, ...ONE },
  'lead.advance': { may: STAFF, ...ONE },
  'lead.markQuoted': { may: STAFF, ...ONE },
  'lead.recordCall': { may: STAFF, ...ONE },
  // No lead here has such a call; calls.test.ts covers the others.
  'lead.callResult': { may: STAFF, own: 'rejected rule', foreign: NOT_FOUND },
  'lead.undoCall': { may: STAFF, ...ONE },
  'lead.noteContact': { may: STAFF, ...ONE },
  // Nothing is connected here; tests/api/whatsapp/sending.test.ts covers the others.
  'lead.sendMessage': { may: STAFF, own: 'rejected rule', foreign: NOT_FOUND },
  'lead.decideMessage': { may: STAFF, ...ONE },
  // The own lead has no such change; outcomes.test.ts covers the others.
  'lead.putBack': { may: STAFF, own: 'rejected rule', foreign: NOT_FOUND },
  'lead.attachFile': { may: STAFF, ...ONE },
  'lead.attachFile · its lead, and what somebody sent': { ...AMONG_STAFF, ...NEW, foreign: 'rejected rule' },
  'lead.beginObligation': { may: STAFF, ...ONE },
  // No lead here has one; tests/api/obligations covers the others.
  'lead.fulfilObligation': { may: STAFF, own: 'rejected rule', foreign: NOT_FOUND },
  'lead.dismissObligation': { may: STAFF, own: 'rejected rule', foreign: NOT_FOUND },
  'lead.finish': { may: STAFF, ...ONE },
  'lead.recover': { may: MANAGEMENT, on: 'finished', ...ONE },
  'lead.cancel': { may: STAFF, ...ONE },
  'lead.setDeadlines': { may: ADMINISTRATION, ...ONE },
  'lead.setSuspended': { may: MANAGEMENT, on: 'unclaimed', ...ONE },
  'client.create': { may: STAFF, ...NEW },
  'client.create · by a uid that is taken': { may: STAFF, ...ONE, kinds: CLIENTS, differs: BEGINS },
  'client.update': { may: STAFF, ...ONE, kinds: CLIENTS },
}

type Arguments = (at: At) => object

const ofLead =
  (more: object | Arguments = {}): Arguments =>
  (at) => ({ lead_uid: at.record.lead.uid, ...(typeof more === 'function' ? more(at) : more) })

/** A lead that this user may refer: in its own name, for its own partner. */
function newLead(me: Resident, channel_id: number) {
  const fields = { channel_id, inviter_id: me.id, insurance_id: INSURANCE, partner_id: partnerOf(me) }
  return creation(fields, typed())
}

function externalIndication() {
  const details = { kind: 'residence', type: 'Habitual' }
  const client = { ...typed(), rg: '123456789' }
  return { lead_uid: newUid(), client_uid: newUid(), insurance_id: INSURANCE, details, client }
}

/** An own client with all its fields; a foreign one with typed fields. */
function namingClient(args: ReturnType<typeof newLead>, record: Belongings): object {
  const client = isOwn(record) ? record.marks.client : args.client
  return { ...args, client_uid: record.client.uid, client }
}

/** A broker's creation is 'Me Indico'. */
const creationOf = ({ me }: At) => newLead(me, me.role === 3 ? SELF_REFERRAL_CHANNEL : REFERRAL_CHANNEL)
const referralOf = ({ me }: At) => newLead(me, REFERRAL_CHANNEL)
const fileOf = ({ fileUid }: Belongings) => ({ file_uid: fileUid, name: 'a.pdf', size: 20 })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

export const ARGUMENTS: Readonly<Record<string, Arguments>> = {
  'lead.create': creationOf,
  'lead.create · for a client by its uid': (at) => namingClient(creationOf(at), at.record),
  'indication.create': referralOf,
  'indication.create · for a client by its uid': (at) => namingClient(referralOf(at), at.record),
  'indication.create · for a client that it referred by document': (at) =>
    namingClient(referralOf(at), at.record),
  'indication.external': () => externalIndication(),
  'indication.external · for a client by its uid': ({ record }) => ({
    ...externalIndication(),
    client_uid: record.client.uid,
    ...(isOwn(record) ? { client: record.marks.client } : {}),
  }),
  'lead.update': ofLead(({ record }) => ({
    client_uid: record.client.uid,
    changes: { additional_information: 'outra nota' },
    client: { mail: 'outro@exemplo.com.br' },
  })),
  'lead.update · its lead, and a client by its uid': ({ record, own }) => ({
    lead_uid: own.lead.uid,
    client_uid: record.client.uid,
    changes: {},
    client: { mail: 'outro@exemplo.com.br' },
  }),
  'lead.bringBack': ofLead(({ record }) => ({
    client_uid: record.client.uid,
    changes: { additional_information: 'a nota de antes' },
    reason: 'Apagada por engano',
    as_of: '2026-10-01T12:00:00.000Z',
  })),
  'lead.capture': ofLead(),
  'lead.schedule': ofLead(() => ({ scheduling_date: inAnHour(), description: 'outra vez' })),
  'lead.closeScheduling': ofLead(),
  'lead.setServiceStatus': ofLead({ service_status: 1 }),
  'lead.addNote': ofLead({ note: 'Prefere a tarde' }),
  'lead.negotiate': ofLead(),
  'lead.pendingSell': ofLead({ observation: 'falta o laudo' }),
  'lead.advance': ofLead(),
  'lead.markQuoted': ofLead({ link: 'later' }),
  'lead.recordCall': ofLead({ phone: '31988887777' }),
  'lead.callResult': ofLead(() => ({ call_uid: newUid(), status: 2 })),
  'lead.undoCall': ofLead(() => ({ call_uid: newUid(), called_at: new Date().toISOString() })),
  'lead.noteContact': ofLead(() => ({ contact_type: 1, contact_date: new Date().toISOString() })),
  'lead.sendMessage': ofLead(() => ({
    message_uid: newUid(),
    phone: '11987654321',
    message: { kind: 'text', text: 'Olá' },
    suggestion_uid: null,
  })),
  'lead.decideMessage': ofLead(() => ({ suggestion_uid: newUid(), decision: 'dismissed' })),
  'lead.beginObligation': ofLead(() => ({
    kind: 'handover',
    since: saoPauloDay(Date.now()),
    note: 'CNH',
  })),
  'lead.fulfilObligation': ofLead(() => ({
    kind: 'handover',
    since: '2026-10-05',
    done_on: '2026-10-05',
    proof_kind: 'note',
    proof: 'Recibo',
  })),
  'lead.dismissObligation': ofLead({ kind: 'handover', since: '2026-10-05', reason: 'Era a cotação' }),
  'lead.putBack': ofLead({ fields: { service_status: 5 } }),
  'lead.attachFile': ofLead(({ me, record }) =>
    fileOf(isOwn(record) ? record : (recordOf(me, 'finished') ?? record)),
  ),
  'lead.attachFile · its lead, and what somebody sent': ({ record, own }) => ({
    lead_uid: own.lead.uid,
    ...fileOf(record),
  }),
  'lead.finish': ofLead(({ record }) => ({ client_uid: record.client.uid, changes: {} })),
  'lead.recover': ofLead(),
  'lead.cancel': ofLead(),
  'lead.setDeadlines': ofLead({ capture_on_time: 1 }),
  'lead.setSuspended': ofLead({ suspended: true }),
  'client.create': () => ({ client_uid: newUid(), client: typed() }),
  'client.create · by a uid that is taken': ({ record }) => ({
    client_uid: record.client.uid,
    client: typed(),
  }),
  'client.update': ({ record }) => ({
    client_uid: record.client.uid,
    changes: { mail: 'outro@exemplo.com.br' },
  }),
}
