/** The state of a proposal: docs/rules.md#proposal-verification. */
import { z } from 'zod'
import { routesOf } from './route.ts'

const { post } = routesOf('Verificação de proposta')

const blankAsNone = z
  .string()
  .trim()
  .max(200)
  .nullish()
  .transform((text) => text || null)

/** docs/rules.md#proposal-verification */
export const FEWEST_FILTERS = 2
export const TOO_FEW_FILTERS = 'Selecione ao menos duas opções de filtro'

/** The result of the search: a sentence, and the data that it compared. */
export const verificationAnswerSchema = z.object({
  message: z.string(),
  found: z.boolean(),
  imported: z.boolean(),
  partner: z.object({ id: z.number().int(), name: z.string(), code_wf: z.string().nullable() }).nullable(),
  proposal: z.string().nullable(),
  inviter: z.object({ id: z.number().int(), name: z.string(), login: z.string() }).nullable(),
  bypass_allowed: z.boolean().nullable(),
})
export const verifiedProposalSchema = z.object({
  id: z.number().int(),
  inviter_login: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  lead_id: z.number().int().nullable(),
})
export const verifiedLeadSchema = z.object({
  id: z.number().int(),
  /** The number that came with the proposal, the lead's present one, and the one before its last change. */
  proposal: z.string().nullable(),
  actual_proposal: z.string().nullable(),
  older_proposal: z.string().nullable(),
  created_at: z.string(),
  proposal_date: z.string().nullable(),
})

/** At least two of the three filters are required. Answers a tuple of the result, the proposal's record and its lead. */
export const leadVerificationRoute = post('/leadVerification', 'lead.verify', {
  reads: true,
  body: z.object({
    /** The dealership's code_wf. */
    partner: blankAsNone,
    /** The proposal's number. */
    leadNum: blankAsNone,
    userLogin: blankAsNone,
  }),
  answer: z.object({
    data: z.tuple([
      verificationAnswerSchema,
      verifiedProposalSchema.nullable(),
      verifiedLeadSchema.nullable(),
    ]),
  }),
})
export type LeadVerification = z.infer<typeof leadVerificationRoute.answer>['data']
