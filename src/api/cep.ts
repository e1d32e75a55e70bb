/** Asks the server for the address of a CEP. */
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
