/** Looks clients up on the server. It also finds those that this device does not mirror: docs/rules.md#look-ups. */
import { clientByCpfSchema, clientByNameSchema } from '../contract/clients.ts'
import type { Client } from '../domain/client/client.ts'
import { type CallResult, call, mapResult } from './http.ts'

/** With or without the mask of CPF or CNPJ; null when nobody has it, or nobody that this user may see. */
export async function clientByCpf(token: string, cpf: string): Promise<CallResult<Client | null>> {
  const result = await call('client-by-cpf', clientByCpfSchema, { method: 'post', json: { cpf }, token })
  return mapResult(result, ({ data }) => data)
}

/** Up to ten, without regard to accents, inside the user's scope. */
export async function clientsByName(
  token: string,
  name: string,
  signal?: AbortSignal,
): Promise<CallResult<Client[]>> {
  const path = `client-by-name/${encodeURIComponent(name)}`
  const result = await call(path, clientByNameSchema, { token, ...(signal && { signal }) })
  return mapResult(result, ({ data }) => data)
}
