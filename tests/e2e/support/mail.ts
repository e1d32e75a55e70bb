/** Mails of a server with a mail server, which is a small one of the test. */
import { SMTPServer } from 'smtp-server'
import { freePort } from './server.ts'
import { expect } from './test.ts'

export class Mailbox {
  readonly env: Record<string, string>
  readonly #smtp: SMTPServer
  readonly #received: string[] = []

  private constructor(port: number) {
    this.env = {
      MAIL_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'farol@exemplo.com.br',
      PUBLIC_URL: 'http://farol.exemplo.com.br',
    }
    this.#smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (part: Buffer) => {
          text += part.toString('utf8')
        })
        stream.on('end', () => {
          this.#received.push(text)
          done()
        })
      },
    })
  }

  /** Takes mails until `close`. A server is started with its `env`. */
  static async open(): Promise<Mailbox> {
    const port = await freePort()
    const mailbox = new Mailbox(port)
    await new Promise<void>((resolve) => mailbox.#smtp.listen(port, '127.0.0.1', resolve))
    return mailbox
  }

  /** The link of the newest mail, as its path. */
  async link(): Promise<string> {
    let path = ''
    await expect
      .poll(() => {
        const text = (this.#received.at(-1) ?? '').replaceAll('=\r\n', '')
        path = /\/(?:verify|redefine)\/[\w-]+/.exec(text)?.[0] ?? ''
        return path
      })
      .not.toBe('')
    return path
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#smtp.close(() => resolve()))
  }
}
