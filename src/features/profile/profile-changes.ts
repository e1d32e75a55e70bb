/** What the two forms of the profile may send, and what they refuse: docs/rules.md#profile */
import type { z } from 'zod'
import { type updateUserRoute } from '../../contract/session.ts'
import { isMailAddress, storedMail } from '../../domain/client/mail-address.ts'
import { isPhone } from '../../domain/phone/phone.ts'
import { comparedPassword, type PasswordOwner, passwordProblem } from '../../domain/session/password.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'

export type ProfileBody = z.input<typeof updateUserRoute.body>

const EMAILS_DIFFER = 'Os e-mails não conferem'
const PASSWORDS_DIFFER = 'As senhas não conferem'
const PHONE = 'Telefone inválido'
const MAIL = 'E-mail inválido'

export type Problems = Readonly<Record<string, string>>

/** Without the fields that have no problem. */
const found = (problems: Readonly<Record<string, string | null>>): Problems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) => (problem === null ? [] : [[field, problem]])),
  )

export interface ContactValues extends Record<string, unknown> {
  email: string
  email_confirmation: string
  /** Digits. */
  phone: string
  old_password: string
}

/** The new e-mail is typed twice; empty fields leave it as it is. */
export const contactOf = ({ phone }: Pick<SessionUser, 'phone'>): ContactValues => ({
  email: '',
  email_confirmation: '',
  phone,
  old_password: '',
})

export function contactProblems(values: ContactValues): Problems {
  const { email, email_confirmation: repeated, phone, old_password } = values
  const isMail = email === '' || isMailAddress(storedMail(email))
  return found({
    email: isMail ? null : MAIL,
    email_confirmation: storedMail(email) === storedMail(repeated) ? null : EMAILS_DIFFER,
    phone: phone === '' || isPhone(phone) ? null : PHONE,
    old_password: old_password === '' ? REQUIRED_FIELD : null,
  })
}

/** The call's body, or null: nothing to send. The present address, typed, withdraws one that waits. */
export function contactBody(
  { email, phone, old_password }: ContactValues,
  user: Pick<SessionUser, 'phone'>,
): ProfileBody | null {
  const changes = {
    ...(email.trim() === '' ? {} : { email: storedMail(email) }),
    ...(phone === user.phone ? {} : { phone }),
  }
  return Object.keys(changes).length === 0 ? null : { old_password, ...changes }
}

export interface PasswordValues extends Record<string, unknown> {
  old_password: string
  password: string
  password_confirmation: string
}

export const NO_PASSWORDS: PasswordValues = { old_password: '', password: '', password_confirmation: '' }

export function passwordProblems(
  values: PasswordValues,
  login: PasswordOwner['login'],
  shortest: number,
): Problems {
  const { old_password, password, password_confirmation: repeated } = values
  return found({
    old_password: old_password === '' ? REQUIRED_FIELD : null,
    password:
      password === ''
        ? REQUIRED_FIELD
        : passwordProblem(password, { login, current: old_password }, shortest),
    password_confirmation:
      comparedPassword(password) === comparedPassword(repeated) ? null : PASSWORDS_DIFFER,
  })
}
