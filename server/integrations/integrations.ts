/** The outside services of this process: what each is, how it is tested, and the setting that offers them to devices. */
import { type Kysely, sql } from 'kysely'
import type { IntegrationState } from '../../src/contract/administration/settings.ts'
import {
  INTEGRATION_NAMES,
  INTEGRATIONS_SETTING,
  type IntegrationName,
  type Integrations as OfferedIntegrations,
} from '../../src/domain/settings/integrations.ts'
import type { Config } from '../base/config.ts'
import type { FileStore } from '../base/file-store.ts'
import { type IntegrationConfig, receiverOf } from '../base/settings/integrations.ts'
import { notConfigured } from '../context/refusal.ts'
import type { Database } from '../db/database.ts'
import {
  type ChatService,
  chatCompletions,
  isChatFailure,
  testAssistant,
} from './assistant/chat-completions.ts'
import { type CepService, testCep, viaCep } from './cep/via-cep.ts'
import { bucketStore } from './files/bucket-store.ts'
import { folderStore } from './files/folder-store.ts'
import { testFiles } from './files/test-files.ts'
import { createOutcomes, type Outcomes } from './outcomes.ts'
import { type QuiverService, quiver, testQuiver } from './quiver/quiver.ts'
import { httpTelephony, type Telephony, testPhone } from './telephony/http-telephony.ts'
import { testMail } from './test-mail.ts'

export interface Integrations {
  readonly cep: CepService | null
  readonly telephony: Telephony | null
  readonly quiver: QuiverService | null
  readonly files: FileStore
  readonly assistant: ChatService | null
  readonly outcomes: Outcomes
}

const isOk = ({ kind }: { readonly kind: string }) => kind === 'ok'

const watchedQuiver = (service: QuiverService, { watched }: Outcomes): QuiverService => ({
  sales: watched('quiver', (question) => service.sales(question), isOk),
  products: watched('quiver', () => service.products(), isOk),
})

export function createIntegrations({
  cepUrl,
  phone,
  quiver: sales,
  filesDir,
  filesBucket,
  assistant,
}: IntegrationConfig): Integrations {
  const outcomes = createOutcomes()
  const { watched } = outcomes
  return {
    outcomes,
    cep: cepUrl === null ? null : watched('cep', viaCep(cepUrl), isOk),
    // A call that is refused, such as of an engaged phone, was answered.
    telephony:
      phone === null ? null : watched('phone', httpTelephony(phone), ({ kind }) => kind !== 'unreachable'),
    quiver: sales === null ? null : watchedQuiver(quiver(sales), outcomes),
    files: filesBucket === null ? folderStore(filesDir) : bucketStore(filesBucket),
    assistant:
      assistant === null ? null : watched('assistant', chatCompletions(assistant), () => true, isChatFailure),
  }
}

interface Context {
  readonly config: Pick<Config, 'integrations'>
  readonly integrations: Integrations
}

/** As 'Configurações' and 'Saúde' show a service. */
interface Shown {
  readonly label: string
  readonly variables: readonly [string, ...string[]]
  /** Where it is. null: it is not configured. */
  readonly address: (config: IntegrationConfig) => string | null
  /** What holds without it. */
  readonly otherwise: string
  /** Really asks it. Resolves with a sentence of success, rejects with Refusal `unavailable` and the reason. null: it is not configured. */
  readonly test: (context: Context) => Promise<string> | null
  /** Its name in sentences of 'Saúde', which looks whether its machine answers. */
  readonly looked?: string
  /** The host that gets data of people. */
  readonly receiver?: (config: IntegrationConfig) => string | null
}

export const SERVICES: { readonly [Name in IntegrationName]: Shown } = {
  mail: {
    label: 'E-mail',
    variables: ['MAIL_URL', 'MAIL_FROM', 'PUBLIC_URL'],
    address: ({ mailUrl }) => mailUrl,
    otherwise: 'Os e-mails ficam na pasta do servidor, e administradores copiam os links em Usuários.',
    test: ({ config: { integrations } }) =>
      integrations.mailUrl === null ? null : testMail(integrations.mailUrl),
  },
  cep: {
    label: 'CEP',
    variables: ['CEP_URL'],
    address: ({ cepUrl }) => cepUrl,
    otherwise: 'O endereço é digitado: nenhum CEP é consultado fora dos já conhecidos.',
    test: ({ integrations: { cep } }) => cep && testCep(cep),
    looked: 'serviço de CEP',
  },
  phone: {
    label: 'Central telefônica',
    variables: ['PHONE_URL', 'PHONE_TOKEN'],
    address: ({ phone }) => phone?.url ?? null,
    otherwise: 'O próprio aparelho disca.',
    test: ({ config: { integrations } }) => integrations.phone && testPhone(integrations.phone.url),
    looked: 'sistema de telefonia',
  },
  quiver: {
    label: 'Quiver',
    variables: ['QUIVER_URL', 'QUIVER_USER', 'QUIVER_PASSWORD'],
    address: ({ quiver: sales }) => sales?.url ?? null,
    otherwise: "'Vendas Quiver' fica sem vendas.",
    test: ({ integrations }) => integrations.quiver && testQuiver(integrations.quiver),
    looked: 'Quiver',
  },
  files: {
    label: 'Armazenamento de arquivos',
    variables: ['FILES_URL'],
    address: ({ filesBucket }) => filesBucket?.bucket ?? null,
    otherwise: 'Os arquivos ficam em uma pasta do servidor, que todos os servidores precisam alcançar.',
    test: ({ config, integrations }) => config.integrations.filesBucket && testFiles(integrations.files),
  },
  assistant: {
    label: 'Serviço de IA',
    variables: ['AI_URL', 'AI_KEY', 'AI_MODEL', 'AI_SEND_PERSONAL_DATA'],
    address: ({ assistant }) => assistant?.url ?? null,
    otherwise: 'No assistente só a persona Ajuda responde.',
    test: ({ integrations: { assistant } }) => assistant && testAssistant(assistant),
    looked: 'serviço de IA',
    receiver: ({ assistant }) => receiverOf(assistant),
  },
}

export const integrationStates = ({ config: { integrations } }: Context): IntegrationState[] =>
  INTEGRATION_NAMES.map((name) => {
    const { label, variables, address, otherwise, receiver } = SERVICES[name]
    return {
      name,
      label,
      variables: [...variables],
      configured: address(integrations) !== null,
      otherwise,
      receiver: receiver?.(integrations) ?? undefined,
    }
  })

/** Returns a sentence of success. Throws Refusal `unavailable` with the reason. */
export async function testIntegration(context: Context, name: IntegrationName): Promise<string> {
  const answer = await SERVICES[name].test(context)
  if (answer === null) throw notConfigured('Este serviço não está configurado neste servidor.')
  return answer
}

/**
 * The services that devices may use. CEP addresses without expiry, such as the demo's, allow look-ups without a
 * service.
 */
export async function offeredIntegrations(
  db: Kysely<Database>,
  { integrations }: Config,
): Promise<OfferedIntegrations> {
  const known = await db
    .selectFrom('cep_cache')
    .select('cep')
    .where('expires_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return {
    telephony: integrations.phone !== null,
    cep: integrations.cepUrl !== null || known !== undefined,
    quotes: true,
    mail: integrations.mailUrl !== null,
    quiver: integrations.quiver !== null,
    assistant: integrations.assistant !== null,
  }
}

/** Writes the setting that devices mirror. An unchanged setting is not written, so that devices are not poked. */
export async function announceIntegrations(db: Kysely<Database>, config: Config): Promise<void> {
  const value = JSON.stringify(await offeredIntegrations(db, config))
  const { rows } = await sql`
    select 1
    from settings
    where key = ${INTEGRATIONS_SETTING}
      and value = ${value}::jsonb`.execute(db)
  if (rows.length > 0) return
  await db
    .insertInto('settings')
    .values({ key: INTEGRATIONS_SETTING, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
