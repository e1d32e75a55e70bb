/**
 * The form opens on the sale or the loss that an outcome of 'Meu dia' named: the result is chosen, and the first field that it
 * asks for has the focus. docs/rules.md#outcomes
 */
import { useEffect, useRef } from 'react'
import { focusField } from './fields.ts'
import type { LeadFormState } from './useLeadForm.ts'

export type FormAim = 'sale' | 'loss'

const AIMS = {
  sale: { sold: 1, field: 'sale_value_cents' },
  loss: { sold: 0, field: 'lost_sale' },
} as const

export function useAim({ api, keeper, setting }: LeadFormState, aim: FormAim | null): void {
  /** `chosen`: the result is set, and its fields are drawn next. */
  const step = useRef<'open' | 'chosen' | 'done'>('open')
  // An offered draft is decided first.
  const isFree = keeper.offer === null
  useEffect(() => {
    if (aim === null || !isFree || step.current === 'done') return
    const { sold, field } = AIMS[aim]
    if (step.current === 'open' && api.values.lead.sold !== sold) {
      step.current = 'chosen'
      api.setValues({ lead: { sold } })
      return
    }
    step.current = 'done'
    focusField(setting.form, field)
  })
}
