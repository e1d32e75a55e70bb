/** Reads a chosen PDF on this device and offers what it says. It writes nothing by itself. docs/rules.md#policy-reading */
import { useRef, useState } from 'react'
import type { OfferedField } from '../../../domain/policy/offers.ts'
import type { PolicyOutcome } from '../../../domain/policy/outcome.ts'
import { readPolicyFile } from '../../../workers/policy-file-bridge.ts'
import type { LeadFormPart } from '../form/form-api.ts'
import type { LeadFormState } from '../form/useLeadForm.ts'
import { offerId, type PolicyDesk, type TakenOffer } from './policy-desk.ts'

/** Loaded with the first PDF: few forms need it. */
const offerRules = () => import('../../../domain/policy/offers.ts')
type OfferRules = Awaited<ReturnType<typeof offerRules>>

interface Read {
  readonly outcome: PolicyOutcome
  readonly rules: OfferRules | null
}

async function readPdf(file: File, today: string): Promise<Read> {
  try {
    const [outcome, rules] = await Promise.all([readPolicyFile(file, today), offerRules()])
    return { outcome, rules }
  } catch {
    // The code of the rules did not come.
    return { outcome: { kind: 'failed' }, rules: null }
  }
}

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

export function usePolicyDesk(form: LeadFormState): PolicyDesk {
  const [state, setState] = useState<'reading' | Read | null>(null)
  const [taken, setTaken] = useState<readonly TakenOffer[]>([])
  /** The last chosen file counts, even if another one is read later. */
  const asked = useRef(0)
  const { values } = form.fields
  const { layout, today } = form.setting
  const known = state === 'reading' ? null : state
  const rules = known?.rules ?? null
  const offers =
    rules === null || known?.outcome.kind !== 'read'
      ? []
      : rules.policyOffers(known.outcome.reading, { values, layout, today })

  const write = (field: OfferedField, value: string | number | null) =>
    form.fields.set(partOf(field, value, form))
  return {
    state: state === 'reading' ? state : (state?.outcome ?? null),
    offers,
    // A value that was typed over is offered again.
    taken: taken.filter(({ offer }) => rules?.hasValue(values, offer)),
    read: async (file) => {
      asked.current += 1
      const turn = asked.current
      setTaken([])
      setState('reading')
      const read = await readPdf(file, today)
      if (asked.current === turn) setState(read)
      return read.outcome
    },
    take: (offer) => {
      const { field, value } = offer
      if (rules === null) return
      const before = rules.shownValue(values, field)
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
      form.api.show(field)
      document.getElementById(offerId(field))?.focus({ preventScroll: true })
    },
  }
}
