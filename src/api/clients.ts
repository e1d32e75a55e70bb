/** Looks clients up on the server, also clients that this device does not mirror: docs/rules.md#look-ups. */
import { clientByCpfSchema, clientByNameSchema } from '../contract/clients.ts'
import type { Client } from '../domain/client/client.ts'
import { type CallResult, call, mapResult } from './http.ts'

/**
 * Accepts CPF or CNPJ, with or without the mask.
 * Returns null when no client has it, or when this user may not see the client.
 */
export async function clientByCpf(token: string, cpf: string): Promise<CallResult<Client | null>> {
  const result = await call('client-by-cpf', clientByCpfSchema, { method: 'post', json: { cpf }, token })
  return mapResult(result, ({ data }) => data)
}

/** Returns up to ten clients of the user's scope. The search ignores accents. */
export async function clientsByName(
  token: string,
  name: string,
  signal?: AbortSignal,
): Promise<CallResult<Client[]>> {
  const path = `client-by-name/${encodeURIComponent(name)}`
  const result = await call(path, clientByNameSchema, { token, ...(signal && { signal }) })
  return mapResult(result, ({ data }) => data)
}
