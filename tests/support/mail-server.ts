/** A small SMTP server on a port of this machine alone, which keeps what it is sent. */
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  readonly port: number
  readonly url: string
  /** The mails as they came, the newest last. */
  readonly received: readonly string[]
  close(): Promise<void>
}

/** `port` 0 takes any free one. `options` say what it refuses. */
export async function startMailServer(
  options: Partial<SMTPServerOptions> = {},
  port = 0,
): Promise<MailServer> {
  const received: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8')
      })
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
    ...options,
  })
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
  const address = smtp.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}
