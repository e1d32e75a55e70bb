/** Looks up the address of a CEP on the server. */
import { type CepAddress, cepSchema } from '../contract/cep.ts'
import { type CallResult, call, mapResult } from './http.ts'

/**
 * Returns null when the CEP does not exist.
 * The result is `refused` with status 503 when no service is configured or the service does not answer.
 */
export async function lookUpCep(
  token: string,
  cep: string,
  signal?: AbortSignal,
): Promise<CallResult<CepAddress | null>> {
  const options = { method: 'post', json: { cep }, token, ...(signal && { signal }) }
  return mapResult(await call('cepverify', cepSchema, options), ({ data }) => data.items)
}
