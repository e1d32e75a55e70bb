/**
 * Value and commission after 'Não vendido': the screen hides them at once, and the save removes them. The user can
 * restore them while the form is open: docs/rules.md#what-a-save-changes
 */
import { useState } from 'react'
import type { LeadFields, SaleAmounts } from '../../../domain/lead/changes.ts'
import type { Lead } from '../../../domain/lead/lead.ts'

type Sale = SaleAmounts & Pick<LeadFields, 'sold'>

export interface Amounts {
  /** The notice about them. Null: there were none. */
  readonly notice: string | null
  /** Returns the fields as they were before. */
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

/** `saved` is the lead on this device. */
export function useAmounts(lead: LeadFields, saved: Lead): Amounts {
  const [before, setBefore] = useState<Sale | null>(null)
  const { sold, sale_value_cents, commission_percentage } = lead
  const now = hasAmounts(lead) ? { sold, sale_value_cents, commission_percentage } : null
  if (sold !== 0 && !isSame(before, now)) setBefore(now)
  // A continued draft may contain amounts that this form has not shown.
  const going = hasAmounts(lead) && saved.sold !== 0
  return {
    notice: going ? GOING : before === null ? null : GONE,
    undo: () => before ?? { sold: 1 },
  }
}
