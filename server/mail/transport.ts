/** How a mail leaves this server: by SMTP, or as a file in a folder where no mail server is configured. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { XLSX } from '../../src/contract/administration/audit.ts'

export interface MailAttachment {
  readonly name: string
  readonly content: Buffer
}

export interface OutgoingMail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly attachments?: readonly MailAttachment[]
}

/** Why a mail was not taken. A final one is not tried again. */
export class MailRefused extends Error {
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean, cause: unknown) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

export interface MailTransport {
  /** Throws MailRefused. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** In milliseconds. The whole stays below the lease of a delivery. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, whole: 120_000 }

/** The same for each try of a mail: a server that took it twice shows it once. */
const messageOf = (
  from: string,
  { id, recipient, subject, text, html, createdAt, attachments = [] }: OutgoingMail,
) => ({
  from,
  to: recipient,
  subject,
  text,
  html,
  messageId: `<${id}@farol>`,
  date: new Date(createdAt),
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: attachments.map(({ name, content }) => ({ filename: name, content, contentType: XLSX })),
})

const smtpErrorSchema = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
})

function refusal(error: unknown): MailRefused {
  const { code, responseCode = 0, response } = smtpErrorSchema.catch({}).parse(error)
  const answer = (response ?? '').replace(/\s+/g, ' ').trim().slice(0, 200)
  if (code === 'EAUTH')
    return new MailRefused('O servidor de e-mail recusou o usuário ou a senha.', false, error)
  if (responseCode >= 500 && responseCode < 600)
    return new MailRefused(`O servidor de e-mail recusou a mensagem: ${answer}`, true, error)
  if (responseCode >= 400)
    return new MailRefused(`O servidor de e-mail pediu para tentar mais tarde: ${answer}`, false, error)
  return new MailRefused('O servidor de e-mail não respondeu.', false, error)
}

function tooSlow(): never {
  throw new Error('the mail server took too long')
}

export function smtpTransport(url: string, from: string, patience = PATIENCE): MailTransport {
  const { whole, ...parts } = patience
  const transport = createTransport({ url, ...parts })
  return {
    send: async (mail) => {
      const sending = transport.sendMail(messageOf(from, mail))
      try {
        // A server that answers a line now and then never reaches the time limit of the socket.
        await Promise.race([sending, setTimeout(whole, null, { ref: false }).then(tooSlow)])
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
  return {
    send: async (mail) => {
      try {
        const { message } = await transport.sendMail(messageOf(from, mail))
        await mkdir(folder, { recursive: true })
        const name = `${mail.createdAt.replaceAll(/[:.]/g, '-')}-${mail.id}.eml`
        await writeFile(join(folder, name), message)
      } catch (error) {
        throw new MailRefused('Não foi possível gravar o e-mail na pasta do servidor.', false, error)
      }
    },
    close: () => transport.close(),
  }
}
