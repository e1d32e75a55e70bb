/** A question to the mail server that shows whether it takes this server's mails. */
import { createTransport } from 'nodemailer'
import { unavailable } from '../context/refusal.ts'

const TIMEOUT_MS = 10_000

/** Returns a sentence of success. Throws Refusal `unavailable` with the reason. Nothing is sent. */
export async function testMail(url: string, timeoutMs = TIMEOUT_MS): Promise<string> {
  const parts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...parts })
  try {
    await transport.verify()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw unavailable(
      code === 'EAUTH'
        ? 'O servidor de e-mail recusou o usuário ou a senha.'
        : 'O servidor de e-mail não respondeu.',
    )
  } finally {
    transport.close()
  }
  return 'O servidor de e-mail respondeu e aceita mensagens.'
}
