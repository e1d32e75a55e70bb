/** How a mail address is typed and pasted: docs/rules.md#documents-phones-money */
import type { Pasted, Typing } from '../documents/typing.ts'
import { withoutInvisible } from '../text/invisible.ts'
import { keptText } from '../text/kept-text.ts'
import { isMailAddress, LONGEST_MAIL, mailIn } from './mail-address.ts'

function pastedMail(written: string): Pasted {
  const text = keptText(withoutInvisible(written).trim())
  if (isMailAddress(text) && text === written) return { kind: 'typed' }
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
