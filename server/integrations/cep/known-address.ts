/** The address of a CEP: from the cache, else from the service. docs/rules.md#look-ups */
import type { CepAddress } from '../../../src/contract/cep.ts'
import type { AppContext } from '../../context/app-context.ts'
import { notConfigured, unavailable } from '../../context/refusal.ts'
import { keepCep, knownCep } from '../../queries/cep-cache.ts'

const NO_CEP = 'A busca de endereço por CEP não está configurada neste servidor.'
const CEP_SILENT = 'O serviço de CEP não respondeu. Preencha o endereço ou tente de novo.'

/** An expired entry is used when the service fails. Throws Refusal. */
export async function addressOfCep(
  { store: { db }, integrations, now }: AppContext,
  cep: string,
  warn: (reason: string) => void,
): Promise<CepAddress | null> {
  const known = await knownCep(db, cep, now())
  if (known?.fresh === true) return known.address
  const answer = await integrations.cep?.(cep)
  if (answer?.kind === 'ok') {
    await keepCep(db, cep, answer.address, now())
    return answer.address
  }
  if (answer !== undefined) warn(answer.reason)
  if (known !== null) return known.address
  throw answer === undefined ? notConfigured(NO_CEP) : unavailable(CEP_SILENT)
}
