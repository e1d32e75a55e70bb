/**
 * Values that no other record has, one set per number, so that a plain search finds a record in an answer. Numbers are
 * at most 99: the commission stays below the highest percentage.
 */

import { uuidv7 } from 'uuidv7'
import type { ClientFields } from '../../../../src/domain/client/changes.ts'
import { DAY_MS } from '../../../../src/domain/time/durations.ts'

export interface Marks {
  readonly client: ClientFields
  /** Staff's notes on a lead, which referrers and dealerships never read. */
  readonly notes: string
  readonly saleCents: number
  readonly commission: number
  readonly scheduling: string
  readonly product: string
  /** Values of the history alone: the number of a call, the client's name before a change. */
  readonly callPhone: string
  readonly formerName: string
}

function cpfOf(nine: string): string {
  const digit = (text: string) => {
    const sum = Array.from(text).reduce(
      (total, one, place) => total + Number(one) * (text.length + 1 - place),
      0,
    )
    return String(((sum * 10) % 11) % 10)
  }
  const ten = nine + digit(nine)
  return ten + digit(ten)
}

/** `tag` is a number from 1 to 99. */
export function marksOf(tag: number): Marks {
  const three = String(tag).padStart(3, '0')
  const word = (what: string) => `Qx${three}${what}`
  return {
    client: {
      name: word('nome'),
      phone: `313${three}8642`,
      cellphone: `3198${three}7531`,
      mail: `qx${three}@marca.example`,
      cpf: cpfOf(`7${three}24680`),
      rg: word('rg'),
      birth_date: new Date(Date.UTC(1930, 0, 1) + tag * DAY_MS).toISOString().slice(0, 10),
      no_messages_since: null,
      address: {
        cep: `9${three}0753`,
        street: word('rua'),
        number: `86${three}421`,
        comp: word('apto'),
        district: word('bairro'),
        city: word('cidade'),
        state: 'MG',
      },
    },
    notes: word('nota'),
    saleCents: 1_234_567_000 + tag,
    // From 61 on and never ending in 0, so that it differs from the seconds of an instant.
    commission: (6101 + 2 * tag) / 100,
    scheduling: word('agenda'),
    product: word('carro'),
    callPhone: `3196${three}9753`,
    formerName: word('antes'),
  }
}

/** The fields that a user types who refers a person, known or not. */
export function typed(fields: Partial<ClientFields> = {}): ClientFields {
  const nine = String(Math.floor(Math.random() * 1e9)).padStart(9, '0')
  return {
    name: 'Indicado por Teste',
    phone: '',
    cellphone: '11987654321',
    mail: 'indicado@exemplo.com.br',
    cpf: cpfOf(nine),
    rg: '',
    birth_date: '1980-05-20',
    no_messages_since: null,
    address: {
      cep: '01310100',
      street: 'Avenida Paulista',
      number: '1000',
      comp: '',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    },
    ...fields,
  }
}

export const newUid = (): string => uuidv7()

/** The client's values, as an answer would contain them. */
export function clientValues({ client }: Marks): string[] {
  const { address, ...fields } = client
  const { state: _state, ...home } = address
  return [...Object.values(fields), ...Object.values(home)].flatMap((value) => value ?? [])
}

/** The lead's values for staff alone: docs/rules.md#what-each-role-sees-of-a-lead. */
export const internalValues = (marks: Marks): string[] => [
  marks.notes,
  marks.scheduling,
  String(marks.saleCents),
  (marks.saleCents / 100).toFixed(2),
  String(marks.commission),
  marks.callPhone,
  marks.formerName,
]

/** The lead's values for everybody in its scope. */
export const leadValues = ({ product }: Marks): string[] => [product]
