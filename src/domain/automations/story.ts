/**
 * What happened to a lead, as far as automations judge it: the lead after each entry of its timeline, computed back from the
 * lead as it is. The live run and the dry run read the same. docs/rules.md#automations
 */
import { z } from 'zod'
import type { LeadScheduling } from '../lead/lead.ts'
import { isOpenScheduling } from '../lead/lead-state.ts'
import { IMPORT_NOTE } from '../renewals/renewal-lead.ts'

const schedulingSchema = z.object({
  scheduling_date: z.string(),
  description: z.string(),
  status: z.number(),
})

/** Of the lead, by the names of the timeline. */
export const factsSchema = z.object({
  state: z.number(),
  status: z.number(),
  channel_id: z.number(),
  insurance_id: z.number().nullable(),
  partner_id: z.number().nullable(),
  broker_id: z.number().nullable(),
  sale_value_cents: z.number().nullable(),
  cancelled: z.boolean(),
  suspended_lead: z.boolean(),
  create_lead_date: z.string(),
  old_end_of_validity: z.string().nullable(),
  lead_scheduling: schedulingSchema.nullable(),
})
export type LeadFacts = z.infer<typeof factsSchema>
export const FACT_FIELDS = Object.keys(factsSchema.shape)

export type Changes = Readonly<
  Record<string, { readonly before?: unknown; readonly after?: unknown } | undefined>
>

export interface StoryEntry {
  /** Its place in the journal. */
  readonly id: number
  readonly command: string
  /** When the server took it, and when a person did it: epoch ms. */
  readonly receivedMs: number
  readonly occurredMs: number
  /** An automation wrote it. */
  readonly isByAutomation: boolean
  /** Of `FACT_FIELDS` alone. */
  readonly changes: Changes
}

export interface LeadStory {
  readonly uid: string
  readonly facts: LeadFacts
  /** In the order of the journal. */
  readonly entries: readonly StoryEntry[]
}

/** The lead between two entries. */
export interface LeadMoment {
  /** Epoch ms. */
  readonly fromMs: number
  /** With which it began; null: before the first one. */
  readonly entry: StoryEntry | null
  readonly facts: LeadFacts
  /** The last time that anybody but an automation did something, epoch ms. */
  readonly activityMs: number
  /** The last scheduling that no automation wrote. */
  readonly scheduling: LeadFacts['lead_scheduling']
  /** The present scheduling is an automation's. */
  readonly isScheduledByAutomation: boolean
}

const BULK_COMMANDS: ReadonlySet<string> = new Set(['lead.import', 'lead.transfer', 'lead.transferUndone'])

const descriptionOf = (scheduling: unknown): string | null =>
  schedulingSchema.safeParse(scheduling).data?.description ?? null

/** Whether the entry came with many others: an import, a transfer. */
export const isBulk = ({ command, changes }: Pick<StoryEntry, 'command' | 'changes'>): boolean =>
  BULK_COMMANDS.has(command) || descriptionOf(changes.lead_scheduling?.after) === IMPORT_NOTE

/** Whether the lead began with the entry. */
export const beginsStory = ({ changes }: Pick<StoryEntry, 'changes'>): boolean => {
  const made = changes.create_lead_date
  return made !== undefined && (made.before ?? null) === null
}

/** The facts before the changes. Values of an earlier version that fit no more stay as they are. */
function rewound(facts: LeadFacts, changes: Changes): LeadFacts {
  const names = Object.keys(changes)
  if (names.length === 0) return facts
  const before = Object.fromEntries(names.map((name) => [name, changes[name]?.before ?? null]))
  return factsSchema.safeParse({ ...facts, ...before }).data ?? facts
}

/** Returns the lead after each entry, the earliest first; before the first one, too, where the timeline lacks its creation. */
export function momentsOf({ facts: present, entries }: LeadStory): LeadMoment[] {
  let facts = present
  const after: LeadFacts[] = []
  for (const entry of entries.toReversed()) {
    after.push(facts)
    if (!beginsStory(entry)) facts = rewound(facts, entry.changes)
  }
  after.reverse()
  const [first] = entries
  const createdMs = Date.parse(present.create_lead_date)
  const moments: LeadMoment[] = []
  let last = { activityMs: createdMs, scheduling: facts.lead_scheduling, isScheduledByAutomation: false }
  if (first === undefined || !beginsStory(first))
    moments.push({ fromMs: Math.min(createdMs, first?.receivedMs ?? createdMs), entry: null, facts, ...last })
  for (const [place, entry] of entries.entries()) {
    const now = after[place] ?? present
    const schedules = 'lead_scheduling' in entry.changes
    last = {
      activityMs: entry.isByAutomation ? last.activityMs : Math.max(last.activityMs, entry.occurredMs),
      scheduling: schedules && !entry.isByAutomation ? now.lead_scheduling : last.scheduling,
      isScheduledByAutomation: schedules ? entry.isByAutomation : last.isScheduledByAutomation,
    }
    moments.push({ fromMs: entry.receivedMs, entry, facts: now, ...last })
  }
  return moments
}

/** A scheduling as the rules of the bar take it. */
export const asScheduling = (scheduling: LeadFacts['lead_scheduling']): LeadScheduling | null =>
  scheduling === null ? null : { ...scheduling, status: isOpenScheduling(scheduling) ? 0 : 1 }
