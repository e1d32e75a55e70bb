/** Mail and the other outside services: configured, and whether their machines answer. */
import { connect } from 'node:net'
import { INTEGRATION_NAMES } from '../../../src/domain/settings/integrations.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { Refusal } from '../../context/refusal.ts'
import { SERVICES } from '../../integrations/integrations.ts'
import type { Outcome } from '../../integrations/outcomes.ts'
import { testMail } from '../../integrations/test-mail.ts'
import { isPublic } from './access.ts'
import { ageWords, type Found, good, notice, problem } from './found.ts'
import type { Probe } from './probe.ts'

const MAIL_LIMIT_MS = 6000

export const mailProbe: Probe = {
  group: 'mail',
  key: 'mail',
  about: 'o servidor de e-mail',
  limitMs: MAIL_LIMIT_MS + 2000,
  keptMs: HOUR_MS,
  look: async ({ config }) => {
    const { mailUrl } = config.integrations
    if (mailUrl === null)
      return [
        notice(
          'mail',
          'Não há servidor de e-mail: cada mensagem vira um arquivo e ninguém a recebe.',
          'Defina MAIL_URL, MAIL_FROM e PUBLIC_URL. Até lá, copie os links em Usuários.',
        ),
      ]
    try {
      await testMail(mailUrl, MAIL_LIMIT_MS)
      return [good('mail', 'O servidor de e-mail responde e aceita mensagens.')]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return [
        problem(
          'mail',
          error.message,
          'Confira MAIL_URL (servidor, porta, usuário e senha) e se a rede do servidor deixa sair. Os e-mails esperam e são tentados de novo.',
        ),
      ]
    }
  },
}

/** Resolves when the machine takes a connection. Nothing is asked: a call would ring a phone, a question would cost. */
export function reach(url: string, timeoutMs = 2500): Promise<void> {
  const { hostname, port, protocol } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: Number(port || (protocol === 'https:' ? 443 : 80)),
    })
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), timeoutMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.destroy()
      resolve()
    })
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
  })
}

/** fetch goes through the proxy of the environment; a plain connection would not. */
const usesProxy = () => process.env.NODE_USE_ENV_PROXY === '1'

interface Seen {
  readonly key: string
  readonly label: string
  readonly variable: string
  readonly url: string | null
  /** Of the last call of this process. */
  readonly last: Outcome | null
  readonly nowMs: number
}

async function serviceFound({ key, label, variable, url, last, nowMs }: Seen): Promise<Found> {
  if (url === null) return good(key, `O ${label} não está configurado.`, { value: 'opcional' })
  const began = performance.now()
  const reached = usesProxy() || (await isReached(url))
  if (!reached)
    return problem(
      key,
      `O ${label} não está ao alcance do servidor.`,
      `Confira ${variable} e se a rede do servidor deixa sair. Depois use 'Testar' em Integrações.`,
    )
  const took = usesProxy() ? 'atrás do proxy da rede' : `${Math.round(performance.now() - began)} ms`
  if (last === null) return good(key, `O ${label} está ao alcance.`, { value: took })
  const value = `última consulta há ${ageWords(Math.max(0, nowMs - last.at) / 1000)}`
  return last.good
    ? good(key, `O ${label} responde.`, { value })
    : notice(
        key,
        `O ${label} não respondeu como esperado na última vez.`,
        "Use 'Testar' em Integrações e veja o motivo.",
        { value },
      )
}

const isReached = (url: string): Promise<boolean> =>
  reach(url).then(
    () => true,
    () => false,
  )

export const serviceProbes: readonly Probe[] = INTEGRATION_NAMES.flatMap((key): Probe[] => {
  const {
    looked: label,
    variables: [variable],
    address,
  } = SERVICES[key]
  if (label === undefined) return []
  const look: Probe['look'] = async ({ config: { integrations: config }, integrations, now }) => {
    const last = integrations.outcomes.last(key)
    return [await serviceFound({ key, label, variable, url: address(config), last, nowMs: now() })]
  }
  return [{ group: 'services', key, about: `o ${label}`, look }]
})

export const pushProbe: Probe = {
  group: 'push',
  key: 'push',
  about: 'os avisos push',
  look: async ({ config, process: running }) => {
    const refused = (await running?.refusedPushes()) ?? 0
    if (refused > 0)
      return [
        notice(
          'push',
          'Serviços de avisos recusaram ou desistiram de avisos desde a partida.',
          "Veja 'push failed' no registro (log): com 403 de todos, as chaves foram trocadas ou falta VAPID_SUBJECT.",
          { value: String(refused) },
        ),
      ]
    return isPublic(config) && config.push.subject.endsWith('@localhost')
      ? [
          notice(
            'push',
            'Os serviços de avisos não têm um e-mail seu.',
            'Defina VAPID_SUBJECT (mailto:…): a Apple recusa avisos sem um endereço de verdade.',
          ),
        ]
      : [good('push', 'Nenhum aviso foi recusado.')]
  },
}
