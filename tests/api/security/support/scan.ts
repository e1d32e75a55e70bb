/** Searches answers for values that their reader may not see. */
import { clientValues, internalValues, leadValues } from './marks.ts'
import {
  type Belongings,
  FAR_PROPOSAL,
  isOwn,
  OWN_PROPOSAL,
  PROPOSAL_MARKS,
  RECORDS,
  sessionIdOf,
} from './records.ts'
import { PEOPLE, type Resident } from './residents.ts'

/** A name for the report, and the forbidden values. */
interface Secret {
  readonly of: string
  readonly record: Belongings | null
  readonly values: readonly string[]
}

const ofStaff = (record: Belongings): string[] => [...internalValues(record.marks), record.fileUid]

const wholeRecord = (record: Belongings): string[] => [
  ...clientValues(record.marks),
  ...leadValues(record.marks),
  ...ofStaff(record),
  record.client.uid,
  String(record.client.id),
]

/** Administrators and managers see every record, the others their own. */
const sees = (reader: Resident, record: Belongings) =>
  reader.role <= 2 || (isOwn(record) && record.of?.id === reader.id)

/** The user typed this document itself when it referred the client. */
const hasTyped = (reader: Resident | null, { kind, of, marks }: Belongings, value: string) =>
  kind === 'met' && of?.id === reader?.id && value === marks.client.cpf

function ofRecords(reader: Resident | null): Secret[] {
  return RECORDS.flatMap((record): Secret[] => {
    const of = `${record.kind} of ${record.of?.name}`
    if (reader === null || !sees(reader, record))
      return [{ of, record, values: wholeRecord(record).filter((value) => !hasTyped(reader, record, value)) }]
    return reader.role > 3 ? [{ of: `${of}, for staff`, record, values: ofStaff(record) }] : []
  })
}

/** Staff choose among all proposals, a dealership among its own. */
function ofProposals(reader: Resident | null): Secret[] {
  const seen =
    reader === null || reader.role > 4
      ? []
      : reader.role === 4
        ? [OWN_PROPOSAL]
        : [OWN_PROPOSAL, FAR_PROPOSAL]
  return Object.entries(PROPOSAL_MARKS).flatMap(([id, marks]) =>
    seen.includes(Number(id))
      ? []
      : [{ of: `proposal ${id}`, record: null, values: [...clientValues(marks), ...leadValues(marks)] }],
  )
}

/** Sessions are private to each user. Roles 4 to 7 see neither phone nor e-mail of other users. */
function ofPeople(reader: Resident | null): Secret[] {
  return PEOPLE.filter(({ id }) => id !== reader?.id).map(({ id, name, phone, email }) => ({
    of: name,
    record: null,
    values: [sessionIdOf(id), ...(reader === null || reader.role > 3 ? [phone, email] : [])],
  }))
}

const UID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const isUid = (value: string) => value.length === 36 && value.at(8) === '-'

export interface Told {
  /** Headers and body. */
  readonly answer: string
  /** The request: its own values reveal nothing to its sender. */
  readonly request: string
  /** A record outside its scope that this reader may see here. */
  readonly allowed?: Belongings | null
}

const MOST_NAMED = 4

/** Longer answers are seldom alike. */
const SHORT = 4096

type Scan = (told: Told) => string[]

/** By reader: what it may not see is the same for every answer. */
const scans = new Map<Resident | null, Scan>()

/**
 * Returns a scan for one reader; null has no session. The scan returns a sentence for each record with revealed values.
 */
export function scanFor(reader: Resident | null): Scan {
  const scan =
    scans.get(reader) ?? scanOf([...ofRecords(reader), ...ofProposals(reader), ...ofPeople(reader)])
  scans.set(reader, scan)
  return scan
}

function scanOf(secrets: readonly Secret[]): Scan {
  // Half of the answers are the same few refusals.
  const clean = new Set<string>()
  return ({ answer, request, allowed = null }) => {
    if (clean.has(answer)) return []
    // A random uid may contain any digits.
    const words = answer.replace(UID, '')
    const found = secrets.flatMap((secret) => {
      const values = secret.values.filter((value) => (isUid(value) ? answer : words).includes(value))
      return values.length === 0 ? [] : [{ ...secret, values }]
    })
    if (found.length === 0 && answer.length < SHORT) clean.add(answer)
    return found.flatMap(({ of, record, values }) => {
      const told =
        record !== null && record === allowed ? [] : values.filter((value) => !request.includes(value))
      const more = told.length > MOST_NAMED ? `, and ${told.length - MOST_NAMED} more` : ''
      return told.length === 0 ? [] : [`${told.slice(0, MOST_NAMED).join(', ')}${more} (${of})`]
    })
  }
}
