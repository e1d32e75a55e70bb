/**
 * Names a place that mentions a person. A field of a lead is one place with all its copies: the row, its history, its
 * appointments, and commands that are kept for a while. docs/rules.md#mentions
 */
import { z } from 'zod'
import type { TextAt } from './texts.ts'

const placeSchema = z.union([
  z.object({ lead: z.uuid(), field: z.string().min(1).max(60) }),
  z.object({
    table: z.string().min(1).max(60),
    /** The primary key, each part as text. */
    row: z.array(z.string().max(200)).min(1).max(4),
    column: z.string().min(1).max(60),
  }),
])
export type MentionPlace = z.output<typeof placeSchema>

export const mentionKey = (place: MentionPlace): string => JSON.stringify(place)

/** null: no key that `mentionKey` made. */
export function placeOfKey(key: string): MentionPlace | null {
  try {
    return placeSchema.safeParse(JSON.parse(key)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Columns of a lead that hold the same field. */
export const FIELD_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  additional_information: ['additional_information', 'notes_as_referred'],
  lead_scheduling: ['scheduling_description'],
  product: ['product'],
  product_details: ['product_details'],
  insurance_details: ['insurance_details'],
}

/** What commands call the text of an appointment. */
const APPOINTMENT: readonly string[] = ['description', 'scheduling_description']

const fieldOfColumn = (column: string) =>
  Object.keys(FIELD_COLUMNS).find((field) => FIELD_COLUMNS[field]?.includes(column))

/** The field of a lead that a part of a command is about. null: none that the lead has. */
function fieldOfCommand(path: readonly string[]): string | null {
  const known = path.find((part) => Object.hasOwn(FIELD_COLUMNS, part) || fieldOfColumn(part) !== undefined)
  if (known !== undefined) return fieldOfColumn(known) ?? known
  return APPOINTMENT.includes(path.at(-1) ?? '') ? 'lead_scheduling' : null
}

interface Found {
  readonly table: string
  readonly column: string
  readonly row: readonly string[]
  readonly at: TextAt
}

/** The place that a found text belongs to. */
export function placeOf({ table, column, row, at: { path, lead } }: Found): MentionPlace {
  const own = { table, row: [...row], column }
  if (table === 'leads') return { lead: row[0] ?? '', field: fieldOfColumn(column) ?? column }
  if (lead === null) return own
  if (table === 'timeline') return { lead, field: path[0] ?? column }
  if (table === 'schedulings') return { lead, field: 'lead_scheduling' }
  const field = table === 'command_log' ? fieldOfCommand(path) : null
  return field === null ? own : { lead, field }
}
