/** Mails of a server with a mail server, which is a small one of the test. */
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { expect } from './test.ts'

export class Mailbox {
  readonly env: Record<string, string>
  readonly #server: MailServer

  private constructor(server: MailServer) {
    this.env = {
      MAIL_URL: server.url,
      MAIL_FROM: 'farol@exemplo.com.br',
      PUBLIC_URL: 'http://farol.exemplo.com.br',
    }
    this.#server = server
  }

  /** Takes mails until `close`. A server is started with its `env`. */
  static async open(): Promise<Mailbox> {
    return new Mailbox(await startMailServer())
  }

  /** The link of the newest mail with this subject, as its path. Mails about new devices come whenever somebody signs in. */
  async link(subject: string): Promise<string> {
    let path = ''
    await expect
      .poll(() => {
        const mail = this.#server.received.findLast((one) => one.includes(`Subject: ${subject}\r\n`))
        const text = (mail ?? '').replaceAll('=\r\n', '')
        path = /\/(?:verify|redefine)\/[\w-]+/.exec(text)?.[0] ?? ''
        return path
      })
      .not.toBe('')
    return path
  }

  close(): Promise<void> {
    return this.#server.close()
  }
}
