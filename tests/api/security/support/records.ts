/** The records of the matrix: each user has some of its own and as many that it must never see. */

import { HOUR_MS } from '../../../../src/domain/time/durations.ts'
import { type Marks, marksOf } from './marks.ts'
import {
  COLLEAGUE,
  FAR_CHANNEL,
  FAR_PARTNER,
  INSURANCE,
  OWN_PARTNER,
  RESIDENTS,
  type Resident,
  STRANGER,
  TEAM_CHANNELS,
} from './residents.ts'

/** Kinds in their user's scope; `joined` is a referral by roles 4 to 7 with the document of a known client. */
export const OWN_KINDS = ['worked', 'unclaimed', 'finished', 'joined'] as const
/**
 * Kinds outside the scope of roles 3 to 7. `cancelled` was the user's own. `captured` was unclaimed in a broker's
 * channel and referred by the broker until a colleague took it. `held` is a lead of that channel that always was the
 * colleague's. `met` is the true client of `joined`.
 */
export const FOREIGN_KINDS = [
  'stranger',
  'strangerUnclaimed',
  'strangerFinished',
  'cancelled',
  'captured',
  'held',
  'met',
] as const
export type OwnKind = (typeof OWN_KINDS)[number]
export type ForeignKind = (typeof FOREIGN_KINDS)[number]

export interface Numbered {
  readonly id: number
  readonly uid: string
}

/** A lead, its client, and the other records that a request may name. */
export interface Belongings {
  readonly kind: OwnKind | ForeignKind | 'missing'
  /** The user whom this record is for; null for `missing`. */
  readonly of: Resident | null
  readonly marks: Marks
  readonly lead: Numbered
  readonly client: Numbered
  readonly channel: number
  readonly fileUid: string
  readonly sessionId: string
  readonly person: Pick<Resident, 'id' | 'login' | 'phone'>
  readonly proposal: { readonly id: number; readonly number: string; readonly partner: number }
}

export const isOwn = ({ kind }: Belongings): boolean => OWN_KINDS.some((own) => own === kind)

/** Numbers and uids are large enough to be found in an answer like the other marks. */
const uidOf = (word: string, tag: number) => `${word}-0000-7000-8000-${String(tag).padStart(12, '0')}`
const CLIENT_NUMBERS = 1_500_000_000
const LEAD_NUMBERS = 1_600_000_000
export const OWN_PROPOSAL = 1
export const FAR_PROPOSAL = 2
const NOWHERE = 999

function belongings(kind: Belongings['kind'], of: Resident | null, tag: number): Belongings {
  const own = OWN_KINDS.some((one) => one === kind)
  const missing = kind === 'missing'
  const proposal = missing ? NOWHERE : own ? OWN_PROPOSAL : FAR_PROPOSAL
  return {
    kind,
    of,
    marks: marksOf(tag),
    lead: { id: LEAD_NUMBERS + tag, uid: uidOf('1ead0000', tag) },
    client: { id: CLIENT_NUMBERS + tag, uid: uidOf('c11e0000', tag) },
    channel: missing
      ? NOWHERE
      : kind.startsWith('stranger') || kind === 'met'
        ? FAR_CHANNEL
        : (TEAM_CHANNELS[of?.team ?? 0] ?? FAR_CHANNEL),
    fileUid: uidOf('f11e0000', tag),
    sessionId: uidOf('5e550000', own ? (of?.id ?? NOWHERE) : missing ? NOWHERE : COLLEAGUE.id),
    person: missing
      ? { id: NOWHERE, login: 'ninguem', phone: '31955555555' }
      : own && of !== null
        ? of
        : COLLEAGUE,
    proposal: {
      id: proposal,
      number: proposalNumber(proposal),
      partner: proposal === FAR_PROPOSAL ? FAR_PARTNER : OWN_PARTNER,
    },
  }
}

export const proposalNumber = (id: number) => `PR-${String(id).padStart(5, '0')}`
export const sessionIdOf = (userId: number) => uidOf('5e550000', userId)

const ofAll = [
  'worked',
  'unclaimed',
  'finished',
  'cancelled',
  'stranger',
  'strangerUnclaimed',
  'strangerFinished',
] as const

const kindsOf = ({ role }: Resident): readonly Belongings['kind'][] => [
  ...ofAll,
  ...(role === 3 ? (['captured', 'held'] as const) : []),
  ...(role > 3 ? (['met', 'joined'] as const) : []),
]

let tags = 0
/** One set for all suites: the marks never change. */
export const RECORDS: readonly Belongings[] = RESIDENTS.flatMap((of) =>
  kindsOf(of).map((kind) => belongings(kind, of, ++tags)),
)
/** Proposals of a dealership's system: clients without a lead. */
export const PROPOSAL_MARKS: Readonly<Record<number, Marks>> = {
  [OWN_PROPOSAL]: marksOf(++tags),
  [FAR_PROPOSAL]: marksOf(++tags),
}
/** Names of records that do not exist. */
export const MISSING = belongings('missing', null, 99)

export function recordOf(of: Resident, kind: Belongings['kind']): Belongings | null {
  return RECORDS.find((record) => record.of?.id === of.id && record.kind === kind) ?? null
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

/** Referrer, broker and state: the columns that decide the scope. */
function parties({ kind, of }: Belongings) {
  if (of === null || kind.startsWith('stranger') || kind === 'met' || kind === 'held')
    return { inviter_id: STRANGER.id, broker_id: COLLEAGUE.id, partner_id: FAR_PARTNER }
  if (of.role <= 3) return { inviter_id: of.id, broker_id: of.id, partner_id: FAR_PARTNER }
  if (of.role === 4) return { inviter_id: STRANGER.id, broker_id: COLLEAGUE.id, partner_id: OWN_PARTNER }
  return { inviter_id: of.id, broker_id: COLLEAGUE.id, partner_id: FAR_PARTNER }
}

const UNCLAIMED = { state: 1, status: 1, broker_id: null, capture_date: null, end_lead_date: null }
const ENDED = { state: 3, status: 6, capture_date: hoursAgo(40), end_lead_date: hoursAgo(20) }
const progress: Readonly<Record<Belongings['kind'], object>> = {
  worked: { state: 2, status: 2, capture_date: hoursAgo(10), end_lead_date: null },
  stranger: { state: 2, status: 2, capture_date: hoursAgo(10), end_lead_date: null },
  met: { state: 2, status: 2, capture_date: hoursAgo(10), end_lead_date: null },
  held: { state: 2, status: 2, capture_date: hoursAgo(10), end_lead_date: null },
  unclaimed: UNCLAIMED,
  strangerUnclaimed: UNCLAIMED,
  // Until the colleague takes it.
  captured: UNCLAIMED,
  finished: ENDED,
  strangerFinished: ENDED,
  cancelled: ENDED,
  joined: {},
  missing: {},
}

const LOST = {
  contact_type: 1,
  contact_date: hoursAgo(5),
  sold: 0,
  lost_sale: 1,
  sold_type: 3,
  sold_date: hoursAgo(3),
  backup_car: 0,
  pague_menos: 0,
}

/** The row of the table, ready to be finished as a loss, with an open scheduling. */
export function leadRow(record: Belongings): object {
  const { marks, lead, client, kind } = record
  return {
    uid: lead.uid,
    id: lead.id,
    client_uid: client.uid,
    channel_id: record.channel,
    ...parties(record),
    ...progress[kind],
    ...LOST,
    cancelled: kind === 'cancelled',
    insurance_id: INSURANCE,
    product: marks.product,
    additional_information: marks.notes,
    sale_value_cents: marks.saleCents,
    commission_percentage: marks.commission,
    create_lead_date: hoursAgo(50),
    scheduling_date: hoursAgo(-30),
    scheduling_description: marks.scheduling,
    scheduling_status: 0,
    file_path: record.fileUid,
  }
}

export function clientRow({ marks, client }: Belongings): object {
  const { address, ...fields } = marks.client
  return { ...fields, ...address, uid: client.uid, id: client.id, name_folded: fields.name.toLowerCase() }
}

/** A call, and a change of the client's name. */
export function timelineRow({ marks, lead }: Belongings): object {
  return {
    lead_uid: lead.uid,
    user_id: COLLEAGUE.id,
    command: 'lead.update',
    changes: {
      call: { before: null, after: marks.callPhone },
      'client.name': { before: marks.formerName, after: marks.client.name },
      'client.cpf': { before: null, after: marks.client.cpf },
      additional_information: { before: '', after: marks.notes },
      commission_percentage: { before: null, after: marks.commission },
    },
    occurred_at: hoursAgo(9),
  }
}
