/** How a phone is typed and pasted: docs/rules.md#documents-phones-money */
import type { Pasted, Typing } from '../documents/typing.ts'
import { isForeign, phonesIn, typedPhone } from './national-number.ts'
import { cleanPhone, formatPhone, isPhone } from './phone.ts'

const LONGEST = 11
const PART_OF_PHONE = /^[\d\s().-]+$/u

function pastedPhone(text: string): Pasted {
  const found = phonesIn(text).find(isPhone)
  if (found !== undefined) return { kind: 'found', value: found }
  if (isForeign(text)) return { kind: 'none', words: 'Não é um número do Brasil' }
  return PART_OF_PHONE.test(text) && cleanPhone(text).length <= LONGEST
    ? { kind: 'typed' }
    : { kind: 'none', words: 'Nenhum telefone com DDD no texto colado' }
}

/** `format` of staff shows the digits alone. */
export const phoneTyping = (format: Typing['format']): Typing => ({
  clean: typedPhone,
  format,
  find: pastedPhone,
  keyboard: 'tel',
})

export const PHONE_TYPING: Typing = phoneTyping(formatPhone)
