/** The twelve places of the funnel's screen: empty, created, then filled. docs/rules.md#funnel */
import { z } from 'zod'
import { daysProblem, presetRange } from './period.ts'

const id = z.number().int().positive()

/** What a slot is asked with. A team and a broker exclude each other. */
export const slotFilterSchema = z
  .object({
    equipe: id.optional(),
    corretor: id.optional(),
    canal: id.optional(),
    setor: id.optional(),
    de: z.iso.date(),
    ate: z.iso.date(),
  })
  .refine(({ equipe, corretor }) => equipe === undefined || corretor === undefined)
export type SlotFilter = z.infer<typeof slotFilterSchema>

const slotSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('empty') }),
  z.object({ state: z.literal('created') }),
  z.object({ state: z.literal('filled'), filter: slotFilterSchema }),
])
export type Slot = z.infer<typeof slotSchema>

export const SLOTS = 12

/** The first slot is the large one. */
export const funnelLayoutSchema = z.object({ slots: z.array(slotSchema).length(SLOTS) })
export type FunnelLayout = z.infer<typeof funnelLayoutSchema>

const EMPTY: Slot = { state: 'empty' }

export const EMPTY_LAYOUT: FunnelLayout = { slots: Array.from({ length: SLOTS }, () => EMPTY) }

/** A first visit shows this month's leads of the user; only a broker's own have to be named. */
export function firstLayout({
  broker,
  nowMs,
}: {
  readonly broker: number | null
  readonly nowMs: number
}): FunnelLayout {
  const { from: de, to: ate } = presetRange('mes-atual', nowMs)
  const filter = { ...(broker === null ? {} : { corretor: broker }), de, ate }
  return withSlot(EMPTY_LAYOUT, 0, { state: 'filled', filter })
}

const withSlot = ({ slots }: FunnelLayout, index: number, slot: Slot): FunnelLayout => ({
  slots: slots.map((each, place) => (place === index ? slot : each)),
})

/** Brings a slot to the main place. The one that was there takes its place. */
export function toMain({ slots }: FunnelLayout, index: number): FunnelLayout {
  const [main, chosen] = [slots[0], slots[index]]
  if (index === 0 || main === undefined || chosen === undefined) return { slots }
  return { slots: slots.with(0, chosen).with(index, main) }
}

/** The plus button: an empty slot becomes created, in the main place. Any other stays as it is. */
export function created(layout: FunnelLayout, index: number): FunnelLayout {
  const isEmpty = layout.slots[index]?.state === 'empty'
  return toMain(isEmpty ? withSlot(layout, index, { state: 'created' }) : layout, index)
}

/** 'Enviar' fills the main slot. An empty slot takes nothing. */
export const filled = (layout: FunnelLayout, filter: SlotFilter): FunnelLayout =>
  layout.slots[0]?.state === 'empty' ? layout : withSlot(layout, 0, { state: 'filled', filter })

/** 'Remover' resets the main slot. */
export const removed = (layout: FunnelLayout): FunnelLayout => withSlot(layout, 0, EMPTY)

/** What the form holds before it is sent. */
export interface SlotEntry {
  readonly equipe: number | null
  readonly corretor: number | null
  readonly canal: number | null
  readonly setor: number | null
  readonly de: string | null
  readonly ate: string | null
}

export const EMPTY_ENTRY: SlotEntry = {
  equipe: null,
  corretor: null,
  canal: null,
  setor: null,
  de: null,
  ate: null,
}

export function entryOf(slot: Slot | undefined): SlotEntry {
  if (slot?.state !== 'filled') return EMPTY_ENTRY
  const { equipe = null, corretor = null, canal = null, setor = null, de, ate } = slot.filter
  return { equipe, corretor, canal, setor, de, ate }
}

const REQUIRED = { de: 'Informe a data inicial', ate: 'Informe a data final' } as const

/** Returns the filter, or a sentence for each date that is missing or wrong. */
export function filterOf(
  entry: SlotEntry,
  nowMs: number,
): { readonly filter: SlotFilter } | { readonly problems: { readonly de?: string; readonly ate?: string } } {
  const { equipe, corretor, canal, setor, de, ate } = entry
  if (de === null || ate === null)
    return {
      problems: {
        ...(de === null ? { de: REQUIRED.de } : {}),
        ...(ate === null ? { ate: REQUIRED.ate } : {}),
      },
    }
  const wrong = daysProblem({ from: de, to: ate }, nowMs)
  if (wrong !== null) return { problems: { ate: wrong } }
  return {
    filter: {
      ...(equipe === null || corretor !== null ? {} : { equipe }),
      ...(corretor === null ? {} : { corretor }),
      ...(canal === null ? {} : { canal }),
      ...(setor === null ? {} : { setor }),
      de,
      ate,
    },
  }
}

/** The query of `GET /lead-chart`. */
export const funnelQuery = ({ equipe, corretor, canal, setor, de, ate }: SlotFilter) => ({
  date_ini: de,
  date_end: ate,
  broker_id: corretor,
  insurance_id: setor,
  channel_id: canal,
  technical_team_id: equipe,
})
