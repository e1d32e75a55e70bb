/** Which services are configured, and a question to each that shows whether it answers. */
import type { IntegrationState } from '../../src/contract/administration/settings.ts'
import { receiverOf } from '../base/settings/integrations.ts'
import type { AppContext } from '../context/app-context.ts'
import { notConfigured, unavailable } from '../context/errors.ts'
import { type ChatService, isChatFailure } from './assistant/chat-completions.ts'
import { testFiles } from './files/test-files.ts'
import type { QuiverService } from './quiver/quiver.ts'
import { testMail } from './test-mail.ts'

export function integrationStates({ config: { integrations } }: AppContext): IntegrationState[] {
  return [
    {
      name: 'mail',
      label: 'E-mail',
      variables: ['MAIL_URL', 'MAIL_FROM', 'PUBLIC_URL'],
      configured: integrations.mailUrl !== null,
      otherwise: 'Os e-mails ficam na pasta do servidor, e administradores copiam os links em Usuários.',
    },
    {
      name: 'cep',
      label: 'CEP',
      variables: ['CEP_URL'],
      configured: integrations.cepUrl !== null,
      otherwise: 'O endereço é digitado: nenhum CEP é consultado fora dos já conhecidos.',
    },
    {
      name: 'phone',
      label: 'Central telefônica',
      variables: ['PHONE_URL', 'PHONE_TOKEN'],
      configured: integrations.phone !== null,
      otherwise: 'O próprio aparelho disca.',
    },
    {
      name: 'quiver',
      label: 'Quiver',
      variables: ['QUIVER_URL', 'QUIVER_USER', 'QUIVER_PASSWORD'],
      configured: integrations.quiver !== null,
      otherwise: "'Vendas Quiver' fica sem vendas.",
    },
    {
      name: 'files',
      label: 'Armazenamento de arquivos',
      variables: ['FILES_URL'],
      configured: integrations.filesBucket !== null,
      otherwise: 'Os arquivos ficam em uma pasta do servidor, que todos os servidores precisam alcançar.',
    },
    {
      name: 'assistant',
      label: 'Serviço de IA',
      variables: ['AI_URL', 'AI_KEY', 'AI_MODEL', 'AI_SEND_PERSONAL_DATA'],
      configured: integrations.assistant !== null,
      otherwise: 'No assistente só a persona Ajuda responde.',
      receiver: receiverOf(integrations.assistant) ?? undefined,
    },
  ]
}

const TIMEOUT_MS = 10_000
/** A CEP that exists. */
const KNOWN_CEP = '01310100'

const NOT_CONFIGURED = 'Este serviço não está configurado neste servidor.'

/** Any answer shows that it is there: a real call would ring a person's phone. */
async function testPhone(url: string): Promise<string> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw unavailable('A central telefônica não respondeu.')
  }
  return 'A central telefônica respondeu. Nenhuma ligação foi feita.'
}

const QUIVER_FAILURES = {
  refused: 'O Quiver recusou o usuário ou a senha.',
  busy: 'O Quiver recebeu consultas demais. Teste de novo em alguns minutos.',
  silent: 'O Quiver não respondeu como esperado.',
} as const

async function testQuiver(quiver: QuiverService): Promise<string> {
  const answer = await quiver.products()
  if (answer.kind === 'failed') throw unavailable(QUIVER_FAILURES[answer.failure])
  return `O Quiver respondeu: ${answer.value.rows.length} produtos.`
}

/** A short question: that costs next to nothing, and shows that address, key and model fit together. */
async function testAssistant(service: ChatService): Promise<string> {
  try {
    await service({
      messages: [{ role: 'user', content: 'Responda só: ok' }],
      tools: [],
      signal: AbortSignal.timeout(TIMEOUT_MS),
      onText: () => undefined,
    })
  } catch (error) {
    if (isChatFailure(error)) throw unavailable(error.message)
    throw error
  }
  return 'O serviço de IA respondeu.'
}

/** Returns a sentence of success. Throws HttpError 503 with the reason. */
export async function testIntegration(context: AppContext, name: IntegrationState['name']): Promise<string> {
  const { mailUrl, phone } = context.config.integrations
  if (name === 'mail') {
    if (mailUrl === null) throw notConfigured(NOT_CONFIGURED)
    return testMail(mailUrl)
  }
  if (name === 'phone') {
    if (phone === null) throw notConfigured(NOT_CONFIGURED)
    return testPhone(phone.url)
  }
  const { cep, quiver, files, assistant } = context.integrations
  if (name === 'files') {
    if (context.config.integrations.filesBucket === null) throw notConfigured(NOT_CONFIGURED)
    return testFiles(files)
  }
  if (name === 'quiver') {
    if (quiver === null) throw notConfigured(NOT_CONFIGURED)
    return testQuiver(quiver)
  }
  if (name === 'assistant') {
    if (assistant === null) throw notConfigured(NOT_CONFIGURED)
    return testAssistant(assistant)
  }
  if (cep === null) throw notConfigured(NOT_CONFIGURED)
  const answer = await cep(KNOWN_CEP)
  if (answer.kind === 'ok' && answer.address !== null)
    return `O serviço de CEP respondeu: 01310-100 é ${answer.address.logradouro}.`
  throw unavailable('O serviço de CEP não respondeu como esperado.')
}
