/** The demo's clients: people and companies. Their phones have the area code of their town. */

import { EMPTY_ADDRESS, type OfAddress, type OfPerson, ofPerson } from '../../src/domain/client/fields.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { demoCnpj, demoCpf, demoLandline, demoMobile } from './documents.ts'
import { companyName, loginOf, personName, STREETS, TOWNS } from './names.ts'
import { type Random, uuidAt } from './random.ts'

const YEAR = 365.25 * DAY_MS

export interface DemoClient extends OfPerson<string, string | null>, OfAddress<string> {
  readonly uid: string
  readonly id: number
  readonly name_folded: string
  readonly created_at: string
}

/** Returns a client that is created at `createdMs` (epoch ms). Some companies have the CNPJ with letters. */
export function demoClient(
  random: Random,
  about: { id: number; company: boolean; createdMs: number },
): DemoClient {
  const { id, company, createdMs } = about
  const town = random.pick(TOWNS)
  const name = company ? companyName(random) : personName(random)
  const age = 19 + random.next() * 60
  return {
    ...ofPerson(() => '', null),
    ...EMPTY_ADDRESS,
    uid: uuidAt(createdMs, random),
    id,
    name,
    name_folded: foldText(name),
    phone: company || random.chance(0.3) ? demoLandline(random, town.areaCode) : '',
    cellphone: demoMobile(random, town.areaCode),
    mail: random.chance(0.9) ? `${company ? 'contato' : loginOf(name)}${id}@exemplo.com.br` : '',
    cpf: company ? demoCnpj(random, random.chance(0.4)) : demoCpf(random),
    rg: company ? '' : random.digits(9),
    birth_date: company ? null : new Date(createdMs - age * YEAR).toISOString().slice(0, 10),
    cep: `${town.cep}${random.digits(3)}`,
    street: random.pick(STREETS),
    number: String(random.between(1, 2400)),
    comp: random.chance(0.3) ? `Apto ${random.between(11, 1804)}` : '',
    district: random.pick(town.districts),
    city: town.city,
    state: town.state,
    created_at: new Date(createdMs).toISOString(),
  }
}
