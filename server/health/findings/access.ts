/** What the settings of the environment leave open, and the accounts. docs/operations.md#doctor */
import { sql } from 'kysely'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { usersWithoutEmail } from '../../accounts/user-email.ts'
import type { Config } from '../../base/config.ts'
import { isLoopback } from '../../base/loopback.ts'
import { demoIsReachable } from '../../demo/reachable.ts'
import { namedController } from '../../mail/brokerage.ts'
import { readSettings } from '../../queries/settings.ts'
import { counted, type Found, good, notice, problem } from './found.ts'
import type { DatabaseProbe, Probe } from './probe.ts'

const hostOf = (url: string) => new URL(url).hostname.replaceAll(/[[\]]/g, '')

/** True when other machines reach the server by its address. */
export const isPublic = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  publicUrl !== null && !isLoopback(hostOf(publicUrl))

function addressFound({ publicUrl, host }: Config): Found {
  const key = 'public_url'
  if (publicUrl === null)
    return isLoopback(host)
      ? good(key, 'Só esta máquina alcança o Farol.')
      : notice(
          key,
          'Outras máquinas alcançam o Farol, e falta o endereço que as pessoas digitam.',
          'Defina em PUBLIC_URL o endereço https que as pessoas digitam: os links dos e-mails usam esse endereço.',
        )
  if (publicUrl.startsWith('https:') || !isPublic({ publicUrl }))
    return good(key, 'As pessoas entram pelo endereço configurado.', { value: publicUrl })
  return problem(
    key,
    'O endereço do Farol não é https.',
    'Ponha um proxy com certificado na frente e use https em PUBLIC_URL: sem ele o Farol não instala nem trabalha sem rede.',
    { value: publicUrl },
  )
}

function proxyFound({ publicUrl, trustProxy }: Config): Found[] {
  const key = 'trust_proxy'
  if (!isPublic({ publicUrl })) return []
  return trustProxy === null
    ? [
        notice(
          key,
          'Nenhum proxy é conhecido.',
          'Se há um proxy na frente, diga o endereço dele em TRUST_PROXY: sem isso todas as pessoas contam como uma só nos limites de tentativas.',
        ),
      ]
    : [good(key, 'O proxy na frente do Farol é conhecido.', { value: trustProxy })]
}

function metricsFound({ metricsToken, publicUrl, trustProxy }: Config): Found {
  const key = 'metrics_token'
  if (metricsToken !== null) return good(key, 'As métricas pedem uma chave.')
  return publicUrl === null && trustProxy === null
    ? good(key, 'Só esta máquina lê as métricas.')
    : notice(
        key,
        'Ninguém pode ler as métricas: falta a chave delas.',
        'Defina METRICS_TOKEN, com 16 caracteres ou mais, e use essa chave no sistema que vigia o servidor.',
      )
}

const LONG_SESSION_DAYS = 60

function sessionFound({ sessionDays }: Config): Found {
  const key = 'session_days'
  const value = counted(sessionDays, 'dia', 'dias')
  return sessionDays > LONG_SESSION_DAYS
    ? notice(
        key,
        'Um aparelho sem uso continua com acesso por muito tempo.',
        'Diminua SESSION_DAYS: 30 dias bastam, e quem usa o Farol não precisa entrar de novo antes disso.',
        { value },
      )
    : good(key, 'Um aparelho sem uso perde o acesso.', { value })
}

/** Strangers read the consent at a public address, and it must name the controller (LGPD, articles 9 and 41). */
function controllerFound(config: Config, settings: Settings): readonly Found[] {
  if (config.publicUrl === null || namedController({ config }, settings).name !== '') return []
  return [
    problem(
      'controller_name',
      'Falta dizer quem responde pelos dados pessoais (LGPD).',
      'A página dos links de indicação mostra esse nome no consentimento. Um administrador o define em Configurações, ou ' +
        'quem administra o servidor em CONTROLLER_NAME e CONTROLLER_CONTACT.',
    ),
  ]
}

const sharedKeyFound = ({ integrations }: Config): readonly Found[] =>
  integrations.proposalKeys.length === 0
    ? []
    : [
        notice(
          'elective_lead_key',
          'A chave única das concessionárias deixa de valer na próxima versão.',
          'Faça em Parceiros uma chave para cada concessionária.',
        ),
      ]

/** Said at the start, too: what an operator has not set and must. */
export const configProblems = (config: Config, settings: Settings): readonly Found[] => [
  ...controllerFound(config, settings),
  ...sharedKeyFound(config),
]

export const accessProbe: Probe = {
  group: 'access',
  key: 'access',
  about: 'as configurações de acesso',
  look: ({ config }) => [
    addressFound(config),
    ...proxyFound(config),
    metricsFound(config),
    sessionFound(config),
    ...sharedKeyFound(config),
  ],
}

export const accountProbes: readonly DatabaseProbe[] = [
  {
    group: 'access',
    key: 'controller_name',
    about: 'o responsável pelos dados',
    look: async ({ config }, { db }) => controllerFound(config, await readSettings(db)),
  },
  {
    group: 'access',
    key: 'demo_accounts',
    about: 'as contas de demonstração',
    look: async ({ config }, store) => [
      (await demoIsReachable({ config, store }))
        ? problem(
            'demo_accounts',
            'Há contas de demonstração, cuja senha é pública, e outras máquinas alcançam o Farol.',
            'Para trabalhar, comece um banco vazio com DEMO=0. Só para experimentar nesta máquina, use HOST=127.0.0.1.',
          )
        : good('demo_accounts', 'Nenhuma conta de demonstração está ao alcance de outras máquinas.'),
    ],
  },
  {
    group: 'access',
    key: 'users_without_email',
    about: 'os usuários sem e-mail',
    look: async (_grounds, store) => {
      const key = 'users_without_email'
      const without = await usersWithoutEmail(store.db)
      return [
        without.length === 0
          ? good(key, 'Todos os usuários ativos têm e-mail.')
          : notice(
              key,
              'Há usuários ativos sem e-mail: eles entram, mas não recebem mensagens.',
              'Dê a cada um o seu e-mail em Usuários.',
              { value: counted(without.length, 'usuário', 'usuários') },
            ),
      ]
    },
  },
  {
    group: 'access',
    key: 'administrators',
    about: 'os administradores',
    look: async (_grounds, store) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from users u
        where u.status = 1 and exists (select from user_roles r where r.user_id = u.id and r.role_id = 1)`.execute(
        store.db,
      )
      const key = 'administrators'
      const value = counted(rows[0]?.count ?? 0, 'administrador', 'administradores')
      if (rows[0]?.count === 0)
        return [
          problem(
            key,
            'Não há nenhum administrador ativo.',
            'Crie um com npm run admin:create, com o servidor parado.',
            { value },
          ),
        ]
      return rows[0]?.count === 1
        ? [
            notice(
              key,
              'Há um só administrador ativo.',
              'Dê o perfil de administrador a mais uma pessoa de confiança: se essa conta se perder, ninguém mais administra.',
              { value },
            ),
          ]
        : [good(key, 'Há mais de um administrador ativo.', { value })]
    },
  },
]
