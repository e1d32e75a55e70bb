/** 'Verificação de Proposta': second text, sections 2 and 7. */
import { type LeadVerification, leadVerificationSchema } from '../contract/lead-verification.ts'
import { type CallResult, call, mapResult } from './client.ts'

/** At least two of the three, else the server refuses with its sentence. Answer, proposal record, lead. */
export async function verifyLead(
  token: string,
  asked: { partner: string; leadNum: string; userLogin: string },
): Promise<CallResult<LeadVerification>> {
  const options = { method: 'post', json: asked, token }
  return mapResult(await call('leadVerification', leadVerificationSchema, options), ({ data }) => data)
}
