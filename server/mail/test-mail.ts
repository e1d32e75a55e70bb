/** A mail that an administrator sends to the own address, to see whether the mail server takes it. docs/rules.md#first-steps */
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../context/app-context.ts'
import { notConfigured, Refusal, unavailable } from '../context/refusal.ts'
import { readBrokerage, signatureOf } from './brokerage.ts'
import { testLetter } from './letters.ts'
import { signed } from './signed.ts'
import { MailRefused, smtpTransport } from './transport.ts'
import { writtenLetter } from './written-letter.ts'

type Place = Pick<AppContext, 'store' | 'config' | 'now'>

/** In milliseconds. They are short because a person waits for the answer. */
const PATIENCE = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 10_000, whole: 20_000 }

const NOT_CONFIGURED = 'Este servidor ainda não envia e-mails: falta o servidor de e-mail.'
const NO_ADDRESS = 'O seu usuário não tem e-mail. Cadastre-o no seu perfil.'

/**
 * Sends it at once, and returns what the mail server answered. Throws Refusal `unavailable` with the reason when it does not take the mail. A
 * mail that was taken is a row like any other that was sent.
 */
export async function sendTestMail(place: Place, user: { id: number; name: string }): Promise<string> {
  const { db } = place.store
  const { mailUrl, mailFrom } = place.config.integrations
  if (mailUrl === null) throw notConfigured(NOT_CONFIGURED)
  const row = await db.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirst()
  const recipient = row?.email ?? ''
  if (recipient === '') throw new Refusal('rule', NO_ADDRESS)
  const letter = testLetter(user.name)
  const { text, html } = writtenLetter(letter, signatureOf(await readBrokerage(db)))
  const id = randomUUID()
  const createdAt = new Date(place.now()).toISOString()
  const mail = { id, recipient, subject: letter.subject, text, html, createdAt }
  const transport = smtpTransport(mailUrl, mailFrom, PATIENCE)
  let answered: string
  try {
    answered = await transport.send(await signed(place, mail))
  } catch (error) {
    if (error instanceof MailRefused) throw unavailable(error.message)
    throw error
  } finally {
    transport.close()
  }
  await db
    .insertInto('mails')
    .values({
      id,
      user_id: user.id,
      purpose: 'test',
      recipient,
      subject: letter.subject,
      body_text: '',
      body_html: '',
      created_at: createdAt,
      next_try_at: createdAt,
      sent_at: new Date(place.now()).toISOString(),
      is_file: false,
      tries: 1,
    })
    .execute()
  const words =
    answered === ''
      ? 'O servidor de e-mail aceitou a mensagem.'
      : `O servidor de e-mail respondeu: ${answered}`
  return `E-mail de teste enviado para ${recipient}. ${words}`
}
