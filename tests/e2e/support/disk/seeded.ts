/** What a search of the disk looks for: the people of the server's data, and what the user of the device entered. */
import type { Client } from '../../../../src/domain/client/client.ts'
import { Rest } from '../rest.ts'
import { textTerms } from './find-in-profile.ts'

export const KINDS = ['name', 'cpf', 'mail', 'cellphone'] as const
type Kind = (typeof KINDS)[number]
export type People = Readonly<Record<Kind, readonly string[]>>

const MOST = 200
const FEWEST = 150
/** A shorter value is in other bytes by chance. */
const SHORTEST = 9

/** Names, documents, mails and phones of the clients that this user's device downloads, some two hundred of each. */
export async function peopleOf(url: string, login: string): Promise<People> {
  const rest = await Rest.signIn(url, login)
  const { body } = await rest.call('GET', '/sync?limit=5000')
  const { rows } = body as { rows: { clients: Client[] } }
  const of = (kind: Kind) => {
    const values = rows.clients.map((client) => client[kind]).filter((value) => value !== null)
    const distinct = [...new Set(values)].filter((value) => value.length >= SHORTEST).slice(0, MOST)
    if (distinct.length < FEWEST) throw new Error(`the demo has only ${distinct.length} times ${kind}`)
    return distinct
  }
  return { name: of('name'), cpf: of('cpf'), mail: of('mail'), cellphone: of('cellphone') }
}

/** Each in a place of its own on the device. No text of the app or of the demo has them. */
export const ENTERED = {
  queue: 'Zenóbia da Fila',
  document: 'Conteúdo da apólice de Zacarias',
  fileName: 'zacarias-apolice.pdf',
  draft: 'Zulmira do Rascunho',
  typed: 'Zoraide Digitada',
  filter: 'Zósimo do Filtro',
  search: 'Zilda da Busca',
} as const

export const peopleTerms = (people: People) => textTerms(KINDS.flatMap((kind) => people[kind]))
export const enteredTerms = textTerms(Object.values(ENTERED))
