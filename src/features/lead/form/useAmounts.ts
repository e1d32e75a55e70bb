/**
 * What 'Não vendido' takes away: value and commission leave the screen at once and the lead with the save. They can be
 * brought back for as long as the form is open: docs/rules.md#what-a-save-changes
 */
import { useState } from 'react'
import type { LeadFields, SaleAmounts } from '../../../domain/lead/changes.ts'
import type { Lead } from '../../../domain/lead/lead.ts'

type Sale = SaleAmounts & Pick<LeadFields, 'sold'>

export interface Amounts {
  /** What became of them; null: nothing was there to go. */
  readonly told: string | null
  /** The fields as they were before. */
  readonly undo: () => Partial<LeadFields>
}

const GOING = 'O valor da venda e a comissão são apagados ao salvar.'
const GONE = 'O valor da venda e a comissão foram apagados.'

const hasAmounts = (sale: SaleAmounts) =>
  sale.sale_value_cents !== null || sale.commission_percentage !== null

const isSame = (one: Sale | null, other: Sale | null) =>
  one?.sold === other?.sold &&
  one?.sale_value_cents === other?.sale_value_cents &&
  one?.commission_percentage === other?.commission_percentage

/** `saved`: the lead as this device has it. */
export function useAmounts(lead: LeadFields, saved: Lead): Amounts {
  const [before, setBefore] = useState<Sale | null>(null)
  const { sold, sale_value_cents, commission_percentage } = lead
  const now = hasAmounts(lead) ? { sold, sale_value_cents, commission_percentage } : null
  if (sold !== 0 && !isSame(before, now)) setBefore(now)
  // A draft that is continued brings amounts along that this form has not shown.
  const going = hasAmounts(lead) && saved.sold !== 0
  return {
    told: going ? GOING : before === null ? null : GONE,
    undo: () => before ?? { sold: 1 },
  }
}
