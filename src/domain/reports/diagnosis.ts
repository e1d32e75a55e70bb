/** 'Diagnóstico': how the leads of renewals and of new insurance were worked. docs/rules.md#report-diagnosis */
import { z } from 'zod'
import { dataOrigin } from './data-origin.ts'
import { figureLeads } from './figure-leads.ts'
import { referralRowSchema } from './lead-rows.ts'

const count = z.number().int()
const percent = z.number().nullable()
/** Average working time in seconds; null: an average of nothing. */
const seconds = z.number().nullable()

/** Working hours from the capture in which a call counts as soon after it. */
export const CALLED_WITHIN_HOURS = 1

/** What one pass over the leads counts. 'Outros' make the parts add up: e-mail, in person, not known. */
export const diagnosisCountsSchema = z.object({
  count_leads: count,
  leads_capture_on_time: count,
  /** Called within `CALLED_WITHIN_HOURS` of the capture. */
  calls_on_time: count,
  all_conections: count,
  contact_whatsapp: count,
  contact_tel_cel: count,
  contact_others: count,
  quoted: count,
  quoted_whatsapp: count,
  quoted_tel_cel: count,
  quoted_others: count,
  /** Sold, by the way of the contact. */
  renewed_whatsapp: count,
  renewed_tel_cel: count,
  renewed_others: count,
  /** Sold, by the way of the sale. */
  sales_quantity: count,
  sales_on_whatsapp: count,
  sales_on_tel_cel: count,
  sales_on_others: count,
  backup_car_sales: count,
  /** Extras among the sold leads. */
  backup_car_of_sold: count,
  pague_menos_of_sold: count,
  content_of_sold: count,
  lost_sales: count,
  average_of_quotation_time: seconds,
  average_of_contact_after_quotation: seconds,
  average_of_sell_quotation_time: seconds,
  average_time_of_renew_after_conection: seconds,
  average_of_sales_time: seconds,
})
export type DiagnosisCounts = z.infer<typeof diagnosisCountsSchema>

export const goalResultSchema = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(['percent', 'time', 'count']),
  /** Percentages, seconds of working time, or a number. */
  goal: z.number(),
  result: z.number().nullable(),
  difference: z.number().nullable(),
  met: z.boolean().nullable(),
})
export type GoalResult = z.infer<typeof goalResultSchema>

const causeSchema = z.object({ id: count.nullable(), value: z.string(), quantity: count })
const hoursSchema = z.object({ groupHours: z.string(), countItems: count, sold: count, average: percent })
export type HourGroup = z.infer<typeof hoursSchema>

const CONTACT_WAYS = ['whatsapp', 'tel_cel'] as const
const way = z.enum(CONTACT_WAYS)
const converted = { countItems: count, dividedBy: count, average: percent }

export const SOURCES = [
  { key: 'site_app', label: 'Site e aplicativo', channels: [8, 3] },
  { key: 'internal_indication', label: 'Indicação interna', channels: [1, 2] },
  { key: 'external_indication', label: 'Indicação externa', channels: [29] },
  { key: 'social_media', label: 'Redes sociais', channels: [14] },
  { key: 'marketing_cloud', label: 'Marketing Cloud', channels: [5] },
  /** The channel of that name, if there is one. */
  { key: 'white_label', label: 'White label', channels: [] },
  { key: 'chatbot', label: 'Chatbot', channels: [4] },
] as const satisfies readonly {
  readonly key: string
  readonly label: string
  readonly channels: readonly number[]
}[]

export const WAY_PAIRS = CONTACT_WAYS.flatMap((contact) => CONTACT_WAYS.map((quote) => ({ contact, quote })))

/** Begin the names of the figures of a pair and of a source. */
export const pairFigure = ({ contact, quote }: (typeof WAY_PAIRS)[number]) => `pair_${contact}_${quote}`
export const sourceFigure = (key: string) => `source_${key}`

/** From 00 to 06, from 06 to 09, and so on: hours of São Paulo, without the last one. */
export const HOUR_GROUPS: readonly (readonly [from: number, to: number])[] = [
  [0, 6],
  [6, 9],
  [9, 12],
  [12, 15],
  [15, 18],
  [18, 24],
]

const two = (hour: number) => String(hour).padStart(2, '0')
/** The group's row: its first hour. */
export const hourRow = (name: string) => String(Number(name.slice(0, 2)))

export const hourGroupName = ([from, to]: readonly [number, number]) => `${two(from)}–${two(to)}`

const partSchema = z.object({
  items: diagnosisCountsSchema.extend({
    lost_sale_causes: z.array(causeSchema),
    resultGoals: z.object({ quantity_brokers_in_leads: count, goals: z.array(goalResultSchema) }),
  }),
  newTableItems: z.object({
    new_insurances_sells: count,
    /** Of the sold leads that have one: the mean percentage, and the mean commission in cents. */
    average_comissions: z.object({ percentage: percent, value_cents: z.number().nullable() }),
    average_finalization_sold: seconds,
    average_finalization_not_sold: seconds,
    not_sold_count: count,
    grouped_hours: z.array(hoursSchema),
  }),
  conversions: z.object({
    /** Leads that were contacted and quoted in these ways, and how many of them were sold. */
    pairs: z.array(z.object({ contact: way, quote: way, ...converted })),
    sources: z.array(z.object({ source: z.string(), ...converted })),
  }),
})
export type DiagnosisPart = z.infer<typeof partSchema>

export const diagnosisSchema = z.object({
  ...dataOrigin,
  /** Length of a working day in seconds. */
  workday: z.number(),
  renewal: partSchema,
  new: partSchema,
  ...figureLeads,
  /** The leads of a figure of the asked tab, or all of the tab, where they were asked for. */
  leads: z.array(referralRowSchema).optional(),
  meta: z.object({ total: count }).optional(),
})
export type Diagnosis = z.infer<typeof diagnosisSchema>
