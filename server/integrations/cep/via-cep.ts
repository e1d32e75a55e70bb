/** Addresses from https://viacep.com.br/ws/{cep}/json/ or a service of the same shape. */
import { z } from 'zod'
import type { CepAddress } from '../../../src/contract/cep.ts'
import { unavailable } from '../../context/refusal.ts'
import { askService } from '../ask-service.ts'

export type CepAnswer =
  /** null: the CEP does not exist. */
  | { readonly kind: 'ok'; readonly address: CepAddress | null }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** `cep`: eight digits. */
export type CepService = (cep: string) => Promise<CepAnswer>

const TIMEOUT_MS = 5000

/** ViaCEP sends `erro: true` before 2024, `erro: 'true'` since. */
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

/** A CEP that exists. */
const KNOWN_CEP = '01310100'

export async function testCep(cep: CepService): Promise<string> {
  const answer = await cep(KNOWN_CEP)
  if (answer.kind === 'ok' && answer.address !== null)
    return `O serviço de CEP respondeu: 01310-100 é ${answer.address.logradouro}.`
  throw unavailable('O serviço de CEP não respondeu como esperado.')
}
