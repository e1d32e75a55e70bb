/** Proposals of the dealerships' systems that wait to become leads: docs/rules.md#proposals. */
import { z } from 'zod'
import { PROPOSAL_FIELDS } from '../domain/proposal/fields.ts'
import { partsOf } from '../domain/record/parts.ts'
import { idNumber, wholeNumber } from './decimal.ts'
import { routesOf } from './route.ts'
import { listOf } from './session.ts'

const { insurance_id: insurance, ...stored } = partsOf(PROPOSAL_FIELDS, 'stored')
const { insurance_id: sentInsurance, ...sent } = partsOf(PROPOSAL_FIELDS, 'sent')

export const proposalSchema = z.object({
  id: z.number().int(),
  ...stored,
  /** The dealership's name. */
  partner: z.string().nullable(),
  /** The insurance's number. */
  insurance,
  /** An extension of this API: whether a lead exists for the proposal. */
  imported: z.boolean(),
})
export type Proposal = z.infer<typeof proposalSchema>

const { get, post, put } = routesOf('Propostas')

/** For administrators `bypass_allowed` also lists proposals that are leads already. */
export const proposalsRoute = get('/elective-lead/new-list', 'proposal.import', {
  query: z.object({
    inviter_login: z.string().max(200).optional(),
    /** The proposal's number, or the beginning of it. */
    proposal: z.string().max(60).optional(),
    bypass_allowed: z
      .union([z.literal(['true', '1', 'false', '0']), z.boolean()])
      .default(false)
      .transform((value) => value === true || value === 'true' || value === '1'),
  }),
  answer: listOf(proposalSchema),
})

export const PROPOSAL_NUMBER_MISSING = 'Digite o número da proposta!'
export const PROPOSAL_PARTNER_MISSING = 'Selecione a concessionária!'

/**
 * Answers the proposal that fills the form. The proposal counts as imported when its lead is created with
 * `elective_lead_id`. Refusals contain the sentence for the user: 422 for an empty search or an imported proposal, 404
 * for an unknown one.
 */
export const proposalSearchRoute = get('/elective_lead/search', 'proposal.import', {
  query: z.object({
    userLogin: z.string().max(200).optional(),
    proposal: z.string().max(60).optional(),
    partnerId: wholeNumber.optional(),
  }),
  answer: z.object({ message: z.string().optional(), data: proposalSchema }),
})

/** Possible once, as long as it is not decided. */
export const bypassRoute = put('/elective_lead/bypass/:id', 'proposal.bypass', {
  params: z.object({ id: idNumber.meta({ title: 'Número da proposta' }) }),
  body: z.object({ bypass_allowed: z.boolean() }),
  answer: z.object({ message: z.string(), data: proposalSchema }),
})

/** The dealership's system sends one proposal with its key. Sending the proposal again updates it. */
export const newProposalRoute = post('/elective-lead', 'public', {
  key: 'proposalKey',
  body: z.object({
    ...sent,
    insurance: sentInsurance,
    /** The dealership by its workflow code, in place of its number. */
    code_wf: z.string().max(60).optional(),
  }),
  answer: z.object({ message: z.string(), data: z.object({ id: z.number().int() }) }),
})
