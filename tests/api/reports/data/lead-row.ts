/** The shape of a lead of the data set, and the words in which its rules are written. */
import type { Selectable } from 'kysely'
import type { LeadsTable } from '../../../../server/db/database.ts'

/** Every column of the table `leads` but the version and the clocks, which the database sets. */
export type LeadColumns = Omit<Selectable<LeadsTable>, 'version' | `${string}_clock`>

interface ReportClient {
  readonly uid: string
  readonly id: number
  readonly name: string
  /** Digits; a CPF, a CNPJ or ''. */
  readonly cpf: string
  readonly phone: string
  readonly cellphone: string
  readonly mail: string
}

interface ReportCall {
  readonly date: string
  /** Seconds; null: unknown. */
  readonly duration: number | null
  /** 0 busy, 1 failed, 2 answered, 3 not answered; null: unknown. */
  readonly status: 0 | 1 | 2 | 3 | null
  readonly user_id: number
}

export interface ReportLead extends LeadColumns {
  /** The block of rules that made it, such as 'losses', and what it is there for. */
  readonly block: string
  readonly about: string
  readonly client: ReportClient
  /** In the order of their dates. */
  readonly calls: readonly ReportCall[]
  /** Of the table `renewals`: who had the policy before. */
  readonly previous_broker_id: number | null
}

type GivenColumns = Partial<Omit<LeadColumns, 'uid' | 'id' | 'client_uid' | 'create_lead_date'>>

/** What a rule says of a lead. Everything else is the column's default (`leads.ts`). */
export interface LeadPlan extends GivenColumns {
  readonly about: string
  readonly create_lead_date: string
  readonly client?: Partial<Omit<ReportClient, 'uid'>>
  readonly calls?: readonly ReportCall[]
  readonly previous_broker_id?: number | null
}

const isoAt = (day: string, time: string, zone: string) => new Date(`${day}T${time}${zone}`).toISOString()

/** Returns the instant of a São Paulo day and time ('HH:mm' to 'HH:mm:ss.SSS') outside daylight-saving time. */
export const at = (day: string, time: string) => isoAt(day, time, '-03:00')

/** The same within daylight-saving time, which was abolished in 2019. */
export const atSummer = (day: string, time: string) => isoAt(day, time, '-02:00')

export const FIRST_MOMENT = '00:00:00.000'
export const LAST_MOMENT = '23:59:59.999'

/** Returns the day of a month: dayIn('2026-10', 5) is '2026-10-05'. */
export const dayIn = (month: string, day: number) => `${month}-${String(day).padStart(2, '0')}`

/** Returns the value at a place of an endless repetition of the values. */
export function inTurn<T>(values: readonly [T, ...T[]], place: number): T {
  return values[place % values.length] ?? values[0]
}

export const captured = (capture_date: string, capture_on_time: number | null = 1) => ({
  state: 2,
  status: 2,
  capture_date,
  capture_on_time,
})

export const contacted = (contact_date: string, contact_type: number | null) => ({
  state: 2,
  status: 3,
  contact_date,
  contact_type,
})

export const quotedOn = (quoted_date: string, quoted_type: number | null) => ({
  state: 2,
  status: 4,
  quoted: 1,
  quoted_date,
  quoted_type,
})

export const soldOn = (end: string, sold_type: number | null = 1, attendance_on_time: number | null = 1) => ({
  state: 3,
  status: 6,
  sold: 1,
  sold_type,
  sold_date: end,
  end_lead_date: end,
  attendance_on_time,
})

export const lostOn = (end: string, lost_sale: number | null, attendance_on_time: number | null = 0) => ({
  state: 3,
  status: 6,
  sold: 0,
  lost_sale,
  end_lead_date: end,
  attendance_on_time,
})

export const cancelledOn = (end: string) => ({ state: 3, status: 6, cancelled: true, end_lead_date: end })
