/** How a mail address is typed and pasted: docs/rules.md#documents-phones-money */
import type { Pasted, Typing } from '../documents/typing.ts'
import { isMailAddress, LONGEST_MAIL, mailIn } from './mail-address.ts'

function pastedMail(text: string): Pasted {
  if (isMailAddress(text.trim())) return { kind: 'typed' }
  const found = mailIn(text)
  if (found !== null && found !== '') return { kind: 'found', value: found }
  return text.includes('@') ? { kind: 'typed', words: 'E-mail inválido' } : { kind: 'typed' }
}

export const MAIL_TYPING: Typing = {
  clean: (text) => text.slice(0, LONGEST_MAIL),
  format: (value) => value,
  find: pastedMail,
  joins: true,
  keyboard: 'email',
}
