/**
 * What only the server says of each column of `clients` (`src/domain/client/fields.ts`): to readers of the API's document and
 * of an export, to those who erase a person or search its mentions.
 */
import type { AddressField, PersonField } from '../../src/domain/client/fields.ts'
import { partsOf } from '../../src/domain/record/parts.ts'
import { byReason, dates, type Meaning, named, says } from './meaning.ts'

interface Facts {
  /** In the API's document. */
  readonly meaning: Meaning
  /** Why no mention is searched in it. Absent: it is searched, by its name in `src/domain/client/fields.ts`. */
  readonly unsearched?: string
  /** In LEIA-ME of an export, where the name on the screens is not enough. */
  readonly sheet?: string
}

/** What another client is called and reached by: of all tables. */
export const IDENTITY = 'what another client is called and reached by: it is that client’s'
const PLACE = 'parts of an address that name a place'

const FACTS = {
  name: { meaning: says('Nome.', 'Ana Martins', 'cep', '2026-10-05.eml'), unsearched: IDENTITY },
  phone: {
    meaning: says('Telefone. Nas respostas só dígitos; enviado, com ou sem máscara.', '1133334444'),
    unsearched: IDENTITY,
  },
  cellphone: {
    meaning: says('Celular. Nas respostas só dígitos; enviado, com ou sem máscara.', '11987654321'),
    unsearched: IDENTITY,
  },
  mail: {
    meaning: {
      ...says('E-mail.', 'ana@example.com'),
      uses: { object: says('O que foi feito do e-mail enviado.') },
    },
    unsearched: IDENTITY,
  },
  cpf: {
    meaning: says(
      'CPF ou CNPJ. Nas respostas só letras e dígitos; enviado, com ou sem máscara.',
      '52998224725',
    ),
    unsearched: IDENTITY,
  },
  rg: { meaning: named('123456789'), unsearched: IDENTITY },
  birth_date: { meaning: dates('Data de nascimento. null: não se sabe.') },
  no_messages_since: {
    meaning: dates('Desde quando o cliente não quer mensagens. null: nada disse contra.'),
    sheet: 'Desde quando o cliente não quer mensagens',
  },
  cep: { meaning: says('CEP.', '01310100', true), unsearched: PLACE },
  street: { meaning: named('Avenida Paulista') },
  number: {
    meaning: says('Número no endereço.', '1000', 1000),
    unsearched: PLACE,
    sheet: 'Número do endereço',
  },
  comp: { meaning: named('Apto 12') },
  district: { meaning: named('Bela Vista'), unsearched: PLACE },
  city: { meaning: named('São Paulo'), unsearched: PLACE },
  state: { meaning: says('UF, duas letras.', 'SP'), unsearched: PLACE },
} as const satisfies Readonly<Record<PersonField | AddressField, Facts>>

const { state, ...MEANINGS } = partsOf(FACTS, 'meaning')

/** For the API's document. A lead has a `state`, too. */
export const CLIENT_MEANINGS = { ...MEANINGS, 'address.state': state, 'client_address.state': state }

export const CLIENT_NO_MENTIONS = byReason({ name_folded: IDENTITY, ...partsOf(FACTS, 'unsearched') })

/** Words for an export. */
export const CLIENT_SHEET_WORDS: Readonly<Record<string, string>> = {
  name_folded: 'Nome sem acentos, para procurar',
  ...partsOf(FACTS, 'sheet'),
}
