/** How CPF, CNPJ and CEP are typed and pasted: docs/rules.md#documents-phones-money */
import { cleanDocument, formatDocument } from './cpf-cnpj.ts'
import { cleanDigits, formatCep } from './masks.ts'
import { readCep } from './read-cep.ts'
import { documentsIn } from './read-document.ts'
import type { Pasted, Typing } from './typing.ts'

const LONGEST = 14
/** What a user types of a CPF or CNPJ, with or without its signs. */
const PART_OF_DOCUMENT = /^(?:\d*|[0-9A-Z]{0,12}\d{0,2})$/u

function pastedDocument(text: string): Pasted {
  const [first, ...others] = documentsIn(text)
  if (first !== undefined)
    return others.length === 0
      ? { kind: 'found', value: first }
      : { kind: 'none', words: 'Há mais de um CPF ou CNPJ no texto colado' }
  const clean = cleanDocument(text)
  const isPart = clean.length <= LONGEST && PART_OF_DOCUMENT.test(clean) && !/[A-Za-z]\W*\s/u.test(text)
  return isPart && clean !== ''
    ? { kind: 'typed' }
    : { kind: 'none', words: 'Nenhum CPF ou CNPJ no texto colado' }
}

/** A CNPJ may have letters, so the keyboard has them, too. */
export const DOCUMENT_TYPING: Typing = {
  clean: (text) => cleanDocument(text).slice(0, LONGEST),
  format: formatDocument,
  find: pastedDocument,
  keyboard: 'text',
}

const CEP_LENGTH = 8
const PART_OF_CEP = /^[\d\s.-]+$/u

function pastedCep(text: string): Pasted {
  const cep = readCep(text)
  if (cep !== null && cep !== '') return { kind: 'found', value: cep }
  return PART_OF_CEP.test(text) && cleanDigits(text).length <= CEP_LENGTH
    ? { kind: 'typed' }
    : { kind: 'none', words: 'Nenhum CEP no texto colado' }
}

export const CEP_TYPING: Typing = {
  clean: (text) => cleanDigits(text).slice(0, CEP_LENGTH),
  format: formatCep,
  find: pastedCep,
  keyboard: 'numeric',
}
