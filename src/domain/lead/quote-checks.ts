/** Fields of the client that a quote link needs, in order, with their messages: docs/rules.md#quote. */
import type { ClientFields } from '../client/changes.ts'
import { type FieldProblem, problemWhen } from './field-problem.ts'

const isEmpty = (text: string | null) => text === null || text.trim() === ''

/** Returns a warning for each missing field. */
export function quoteProblems(client: ClientFields): readonly FieldProblem[] {
  const noPhone = isEmpty(client.phone) && isEmpty(client.cellphone)
  return [
    ...problemWhen(isEmpty(client.cpf), 'client.cpf', 'Preencha o CPF do cliente'),
    ...problemWhen(isEmpty(client.name), 'client.name', 'Preencha o nome do cliente'),
    ...problemWhen(noPhone, 'client.cellphone', 'Preencha o telefone/celular do cliente'),
    ...problemWhen(isEmpty(client.mail), 'client.mail', 'Preencha o e-mail do cliente'),
    ...problemWhen(isEmpty(client.address.cep), 'client.address.cep', 'Preencha o CEP do cliente'),
    ...problemWhen(
      isEmpty(client.birth_date),
      'client.birth_date',
      'Preencha a data de aniversário do cliente',
    ),
  ]
}

/** Returns the first missing field, or null if the link may open. */
export function quoteProblem(client: ClientFields): FieldProblem | null {
  return quoteProblems(client)[0] ?? null
}
