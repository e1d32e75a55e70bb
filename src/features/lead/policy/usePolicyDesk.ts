/** Reads a chosen PDF on this device and offers what it says. It writes nothing by itself. docs/rules.md#policy-reading */
import { useRef, useState } from 'react'
import { hasValue, type OfferedField, policyOffers, shownValue } from '../../../domain/policy/offers.ts'
import type { PolicyOutcome } from '../../../domain/policy/outcome.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { readPolicyFile } from '../../../workers/policy-file-bridge.ts'
import type { LeadFormPart } from '../form/form-api.ts'
import type { LeadFormState } from '../form/useLeadForm.ts'
import type { PolicyDesk, TakenOffer } from './policy-desk.ts'

function partOf(field: OfferedField, value: string | number | null, form: LeadFormState): LeadFormPart {
  const { product_details } = form.fields.values.lead
  switch (field) {
    case 'client.cpf':
      return { client: { cpf: String(value ?? '') } }
    case 'client.name':
      return { client: { name: String(value ?? '') } }
    case 'product_details.license_plate':
      return { lead: { product_details: { ...product_details, license_plate: String(value ?? '') } } }
    case 'product_details.chassis':
      return { lead: { product_details: { ...product_details, chassis: String(value ?? '') } } }
    case 'sale_value_cents':
      return { lead: { sale_value_cents: value === null ? null : Number(value) } }
    default:
      return { lead: { [field]: value } }
  }
}

export function usePolicyDesk(form: LeadFormState, nowMs: () => number): PolicyDesk {
  const [state, setState] = useState<'reading' | PolicyOutcome | null>(null)
  const [taken, setTaken] = useState<readonly TakenOffer[]>([])
  /** The last chosen file counts, whichever is read first. */
  const asked = useRef(0)
  const { values } = form.fields
  const { layout } = form.setting
  const offers =
    state === null || state === 'reading' || state.kind !== 'read'
      ? []
      : policyOffers(state.reading, { values, layout, today: saoPauloDay(nowMs()) })

  const write = (field: OfferedField, value: string | number | null) =>
    form.fields.set(partOf(field, value, form))
  return {
    state,
    offers,
    // What was typed over is offered anew.
    taken: taken.filter(({ offer }) => hasValue(values, offer)),
    read: (file) => {
      asked.current += 1
      const turn = asked.current
      setTaken([])
      setState('reading')
      void readPolicyFile(file, saoPauloDay(nowMs())).then((outcome) => {
        if (asked.current === turn) setState(outcome)
      })
    },
    take: (offer) => {
      const { field, value } = offer
      const before = shownValue(values, field)
      setTaken((known) => [...known.filter((one) => one.offer.field !== field), { offer, before }])
      write(field, value)
    },
    undo: ({ offer, before }) => {
      setTaken((known) => known.filter((one) => one.offer.field !== offer.field))
      write(offer.field, before)
    },
    close: () => {
      asked.current += 1
      setState(null)
      setTaken([])
    },
    show: (field) => {
      form.api.show(field)?.focus({ preventScroll: true })
    },
  }
}
