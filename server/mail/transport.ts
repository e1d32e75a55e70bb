/** How a mail leaves this server: by SMTP, or as a file in a folder where no mail server is configured. */

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { addressIn } from '../base/addresses.ts'

export interface MailAttachment {
  readonly name: string
  readonly content: Buffer
  readonly mediaType: string
  /** The address of a picture that the HTML shows. */
  readonly cid?: string
}

export interface OutgoingMail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** ISO 8601. */
  readonly createdAt: string
  /** The name beside the sender's address; absent: the name in MAIL_FROM. */
  readonly senderName?: string | null
  readonly attachments?: readonly MailAttachment[]
}

/** Why a mail was not taken. A final one is not tried again. */
export class MailRefused extends Error {
  readonly isFinal: boolean
  /** The server refused the recipient's address for good. */
  readonly addressRefused: boolean
  constructor(message: string, isFinal: boolean, cause: unknown, addressRefused = false) {
    super(message, { cause })
    this.isFinal = isFinal
    this.addressRefused = addressRefused
  }
}

export interface MailTransport {
  /** It writes files, which no one receives. */
  readonly isFolder: boolean
  /** Throws MailRefused. */
  send(mail: OutgoingMail): Promise<unknown>
  /** Undoes `send` if the mail was not received yet. */
  takeBack?(mail: OutgoingMail): Promise<void>
  close(): void
}

/** In milliseconds. The whole stays below the lease of a delivery. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, whole: 120_000 }

/** The same for each try of a mail: a server that took it twice shows it once. */
const messageOf = (
  from: string,
  { id, recipient, subject, text, html, createdAt, senderName = null, attachments = [] }: OutgoingMail,
) => ({
  from: senderName === null ? from : { name: senderName, address: addressIn(from) },
  to: recipient,
  subject,
  text,
  html,
  messageId: `<${id}@farol>`,
  date: new Date(createdAt),
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: attachments.map(({ name, content, mediaType, cid }) => ({
    filename: name,
    content,
    contentType: mediaType,
    ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' as const }),
  })),
})

const smtpErrorSchema = z.object({
  code: z.string().optional(),
  /** Recipients that the server refused. */
  rejected: z.array(z.unknown()).optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
})

/** What a server answered, short enough for a sentence. */
const lineOf = (answer: string) => answer.replace(/\s+/g, ' ').trim().slice(0, 200)

function refusal(error: unknown): MailRefused {
  const { code, rejected = [], responseCode = 0, response } = smtpErrorSchema.catch({}).parse(error)
  const answer = lineOf(response ?? '')
  if (code === 'EAUTH')
    return new MailRefused('O servidor de e-mail recusou o usuário ou a senha.', false, error)
  if (responseCode >= 500 && responseCode < 600)
    return new MailRefused(
      `O servidor de e-mail recusou a mensagem: ${answer}`,
      true,
      error,
      // One recipient a mail. 5.7 is a policy, such as 'relaying denied', and says nothing of the address.
      rejected.length > 0 && !/\b5\.7\.\d/.test(answer),
    )
  if (responseCode >= 400)
    return new MailRefused(`O servidor de e-mail pediu para tentar mais tarde: ${answer}`, false, error)
  return new MailRefused('O servidor de e-mail não respondeu.', false, error)
}

function tooSlow(): never {
  throw new Error('the mail server took too long')
}

interface SmtpTransport extends MailTransport {
  /** Returns what the server answered, in a line. */
  send(mail: OutgoingMail): Promise<string>
}

export function smtpTransport(url: string, from: string, patience = PATIENCE): SmtpTransport {
  const { whole, ...parts } = patience
  const transport = createTransport({ url, ...parts })
  return {
    isFolder: false,
    send: async (mail) => {
      const sending = transport.sendMail(messageOf(from, mail))
      try {
        // A server that answers a line now and then never reaches the time limit of the socket.
        const { response } = await Promise.race([
          sending,
          setTimeout(whole, null, { ref: false }).then(tooSlow),
        ])
        return lineOf(response)
      } catch (error) {
        throw refusal(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Writes each mail as an .eml file that mail programs open. */
export function folderTransport(folder: string, from: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const pathOf = ({ createdAt, id }: OutgoingMail) =>
    join(folder, `${createdAt.replaceAll(/[:.]/g, '-')}-${id}.eml`)
  return {
    isFolder: true,
    send: async (mail) => {
      try {
        const { message } = await transport.sendMail(messageOf(from, mail))
        await mkdir(folder, { recursive: true })
        await writeFile(pathOf(mail), message)
      } catch (error) {
        throw new MailRefused('Não foi possível gravar o e-mail na pasta do servidor.', false, error)
      }
    },
    takeBack: (mail) => rm(pathOf(mail), { force: true }),
    close: () => transport.close(),
  }
}
