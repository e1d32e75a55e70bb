/** Addresses from a service of ViaCEP's shape: https://viacep.com.br/ws/{cep}/json/ and those that answer alike. */
import { z } from 'zod'
import type { CepAddress } from '../../../src/contract/cep.ts'
import { askService } from '../ask-service.ts'

export type CepAnswer =
  /** null: there is no such CEP. */
  | { readonly kind: 'ok'; readonly address: CepAddress | null }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** Eight digits. */
export type CepService = (cep: string) => Promise<CepAnswer>

const TIMEOUT_MS = 5000

/** `erro` was true, and is 'true' since 2024. */
const answerSchema = z.union([
  z.object({ erro: z.union([z.literal(true), z.literal('true')]) }),
  z.object({ uf: z.string(), localidade: z.string(), bairro: z.string(), logradouro: z.string() }),
])

export function viaCep(url: string, timeoutMs = TIMEOUT_MS): CepService {
  return async (cep) => {
    const answer = await askService({
      url: url.replaceAll('{cep}', cep),
      timeoutMs,
      schema: answerSchema,
    })
    if (answer.kind === 'unreachable') return answer
    if (answer.kind === 'refused')
      return answer.status === 404
        ? { kind: 'ok', address: null }
        : { kind: 'unreachable', reason: `status ${answer.status}` }
    const { value } = answer
    if ('erro' in value) return { kind: 'ok', address: null }
    const { uf, localidade, bairro, logradouro } = value
    return { kind: 'ok', address: { uf, cidade: localidade, bairro, logradouro } }
  }
}
