/** Proposals of the dealerships' systems that wait to become leads: docs/rules.md#proposals. */
import { z } from 'zod'
import { idNumber, wholeNumber } from './decimal.ts'
import { routesOf } from './route.ts'
import { listOf } from './session.ts'

const text = z.string().max(200).default('')

/** The dealership's data about its client. Every field may be missing. */
export const proposalClientSchema = z.object({
  name: text,
  cpf: text,
  rg: text,
  /** YYYY-MM-DD. */
  birth_date: z.iso.date().nullable().default(null),
  email: text,
  phone: text,
  cellphone: text,
  address: z
    .object({
      cep: text,
      street: text,
      number: text,
      comp: text,
      district: text,
      city: text,
      /** An extension of this API, absent when the dealership sends none. */
      state: z.string().max(200).optional(),
    })
    .prefault({}),
})

export const proposalProductSchema = z.object({
  name: text,
  chassis: text,
  license_plate: text,
  year: text,
  brand: text,
})

export const proposalSchema = z.object({
  id: z.number().int(),
  proposal: z.string(),
  proposal_date: z.string().nullable(),
  /** The dealership's name. */
  partner: z.string().nullable(),
  partner_id: z.number().int().nullable(),
  inviter_login: z.string(),
  client_informations: proposalClientSchema,
  product_informations: proposalProductSchema,
  /** The insurance's number. */
  insurance: z.number().int().nullable(),
  /** Its first line contains the proposal's status, after a colon. */
  additional_information: z.string(),
  /** Whether it may be imported again; null: not decided yet. */
  bypass_allowed: z.boolean().nullable(),
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
    inviter_login: z.string().min(1).max(200),
    proposal: z.string().trim().min(1).max(60),
    proposal_date: z.iso.datetime({ offset: true }).nullable().default(null),
    /** The dealership, by its number or by its workflow code (`code_wf`). */
    partner_id: z.int32().optional(),
    code_wf: z.string().max(60).optional(),
    client_informations: proposalClientSchema.prefault({}),
    product_informations: proposalProductSchema.prefault({}),
    insurance: z.int32().nullable().default(null),
    additional_information: z.string().max(4000).default(''),
  }),
  answer: z.object({ message: z.string(), data: z.object({ id: z.number().int() }) }),
})
