/** The certificate that people's browsers see at PUBLIC_URL. */
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { counted, type Found, good, notice, problem } from './found.ts'
import type { Probe } from './probe.ts'

interface SeenCertificate {
  /** Epoch ms. */
  readonly endsAt: number
  /** The code of a chain that Node does not trust; null: it does. */
  readonly distrust: string | null
}

/** Rejects when nothing answers within `timeoutMs`. */
export function readCertificate(url: string, timeoutMs = 2500): Promise<SeenCertificate> {
  const { hostname, port } = new URL(url)
  const host = hostname.replaceAll(/[[\]]/g, '')
  return new Promise((resolve, reject) => {
    // A certificate that is not trusted is judged below. Nothing is sent to its holder.
    const socket = connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false,
      // An address is no name of a server.
      ...(isIP(host) === 0 ? { servername: host } : {}),
    })
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), timeoutMs)
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate()
      const { authorizationError } = socket
      clearTimeout(timer)
      socket.destroy()
      const endsAt = Date.parse(valid_to)
      if (Number.isNaN(endsAt)) reject(new Error('no certificate'))
      else resolve({ endsAt, distrust: authorizationError ? codeOf(authorizationError) : null })
    })
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
  })
}

const codeOf = (error: Error | string) =>
  typeof error === 'string' ? error : 'code' in error ? String(error.code) : error.message

const RENEW = 'Renove o certificado no proxy, e veja por que a renovação automática não o fez.'
const SOON_DAYS = 7
const EARLY_DAYS = 21

export function certificateFound({ endsAt, distrust }: SeenCertificate, nowMs: number): Found {
  const key = 'certificate'
  const days = Math.floor((endsAt - nowMs) / DAY_MS)
  const more = {
    value: counted(Math.max(days, 0), 'dia', 'dias'),
    measures: { farol_certificate_days: days },
  }
  if (days < 0) return problem(key, 'O certificado do endereço do Farol venceu.', RENEW, more)
  if (distrust !== null)
    return notice(
      key,
      `Este servidor não confia no certificado do endereço do Farol (${distrust}).`,
      'Abra o endereço num navegador. Se ele também avisar, instale no proxy o certificado com toda a cadeia.',
      more,
    )
  if (days < SOON_DAYS) return problem(key, 'O certificado do endereço do Farol vence logo.', RENEW, more)
  if (days < EARLY_DAYS)
    return notice(key, 'O certificado do endereço do Farol já devia ter sido renovado.', RENEW, more)
  return good(key, 'O certificado do endereço do Farol vale.', more)
}

export const certificateProbe: Probe = {
  group: 'access',
  key: 'certificate',
  about: 'o certificado do endereço do Farol',
  look: async ({ config: { publicUrl }, now }) => {
    if (publicUrl === null || !publicUrl.startsWith('https:')) return []
    try {
      return [certificateFound(await readCertificate(publicUrl), now())]
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return [
        notice(
          'certificate',
          'O certificado do endereço do Farol não foi visto: o servidor não alcança o próprio endereço.',
          'Abra o endereço num navegador. Se abrir, só falta a rede do servidor alcançá-lo; senão, confira o proxy e o nome.',
        ),
      ]
    }
  },
}
