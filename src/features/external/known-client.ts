/** Takes a known client into the form. Pure. */
import type { ClientFields } from '../../domain/client/changes.ts'
import type { TypedClient } from '../../domain/indication/form.ts'
import { digitsOfDay } from '../../domain/time/day-typing.ts'

/** Returns its name and document, and its values where nothing is typed. An address is taken whole or not at all. */
export function withKnownClient(typed: TypedClient, known: ClientFields): TypedClient {
  const isTyped = Object.values(typed.address).some((value) => value !== '')
  return {
    name: known.name,
    document: known.cpf,
    mail: typed.mail || known.mail,
    phone: typed.phone || known.cellphone || known.phone,
    rg: typed.rg || known.rg,
    birth: typed.birth || digitsOfDay(known.birth_date),
    address: isTyped ? typed.address : known.address,
  }
}
