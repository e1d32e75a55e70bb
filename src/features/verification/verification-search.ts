/** The filters of 'Verificação de Proposta', as its address carries them. */
import { z } from 'zod'
import {
  FEWEST_FILTERS,
  type LeadVerification,
  leadVerificationRoute,
} from '../../contract/lead-verification.ts'

/** A number in an address was typed there without quotation marks. */
const filter = z
  .union([z.string().max(200), z.number().transform(String)])
  .optional()
  .catch(undefined)

export const verificationSearchSchema = z.object({
  /** The dealership's code_wf. */
  concessionaria: filter,
  /** The proposal's number. */
  proposta: filter,
  /** The referrer's login. */
  indicador: filter,
})
export type VerificationSearch = z.infer<typeof verificationSearchSchema>

const given = (text: string | undefined) => text?.trim() || null

/** The input of the call, null while too few filters are given. */
export function verificationInput({ concessionaria, proposta, indicador }: VerificationSearch) {
  const body = { partner: given(concessionaria), leadNum: given(proposta), userLogin: given(indicador) }
  return Object.values(body).filter((text) => text !== null).length < FEWEST_FILTERS ? null : { body }
}

/** What blank filters are in an address: absent. */
export function cleanSearch({ concessionaria, proposta, indicador }: VerificationSearch): VerificationSearch {
  return {
    concessionaria: given(concessionaria) ?? undefined,
    proposta: given(proposta) ?? undefined,
    indicador: given(indicador) ?? undefined,
  }
}

const keptSchema = z.object({ body: leadVerificationRoute.body })

/** The filters that a kept answer was asked with, undefined for one of an earlier version of the app. */
export function searchOfKept(input: unknown): VerificationSearch | undefined {
  const { data } = keptSchema.safeParse(input)
  if (data === undefined) return undefined
  const { partner, leadNum, userLogin } = data.body
  return cleanSearch({
    concessionaria: partner ?? undefined,
    proposta: leadNum ?? undefined,
    indicador: userLogin ?? undefined,
  })
}

export type VerifiedRecord = NonNullable<LeadVerification[1]>
export type VerifiedLead = NonNullable<LeadVerification[2]>
