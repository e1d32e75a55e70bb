/** The address of a CEP: first text, section 7. */
import { type CepAddress, cepSchema } from '../contract/cep.ts'
import { type CallResult, call, mapResult } from './http.ts'

/** null: there is no such CEP. Refused with 503 when no service is configured, or none answered. */
export async function lookUpCep(
  token: string,
  cep: string,
  signal?: AbortSignal,
): Promise<CallResult<CepAddress | null>> {
  const options = { method: 'post', json: { cep }, token, ...(signal && { signal }) }
  return mapResult(await call('cepverify', cepSchema, options), ({ data }) => data.items)
}
