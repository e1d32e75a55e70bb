/** Settings of the process, from the environment. README.md has the same table. */
import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import type { Controller } from '../src/domain/indication/consent.ts'
import { setting, webAddress } from './environment.ts'
import {
  type IntegrationConfig,
  integrationConfig,
  integrationEnvironment,
  integrationProblem,
} from './integrations/settings.ts'
import { type PushConfig, pushConfig, pushEnvironment } from './push/settings.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const SHORTEST_TOKEN = 16
/** Of the consent, where nobody is named. */
export const UNNAMED_CONTROLLER = 'A corretora que usa este Farol'
const PUBLIC_URL = 'PUBLIC_URL precisa ser um endereço http ou https, só protocolo, nome e porta'
const MAIL_NEEDS = 'MAIL_URL precisa de MAIL_FROM e PUBLIC_URL: o remetente e o endereço dos links'
const TRUST_PROXY =
  'TRUST_PROXY precisa de endereços ou sub-redes separados por vírgula, ou loopback, linklocal, uniquelocal'
/** Names of subnets that proxy-addr knows. */
const SUBNETS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

const onOrOff = (name: string) =>
  z
    .enum(['0', '1', 'true', 'false'], { error: `${name} precisa ser 0 ou 1` })
    .transform((value) => value === '1' || value === 'true')

function wholeSetting(
  name: string,
  { min, max, otherwise }: { readonly min: number; readonly max: number; readonly otherwise: number },
) {
  const error = `${name} precisa ser um número inteiro de ${min} a ${max}`
  return setting(z.coerce.number({ error }).int(error).min(min, error).max(max, error).default(otherwise))
}

/** True for an IP address, a subnet in CIDR notation, or a name of SUBNETS. */
function isProxy(text: string): boolean {
  if (SUBNETS.includes(text)) return true
  const [address = '', prefix, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (kind === 4 ? 32 : 128))
}

/** True when the URL has only protocol, host and port. */
function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { origin, href } = new URL(url)
  return href === `${origin}/`
}

const environmentSchema = z.object({
  PORT: setting(
    z.coerce
      .number({ error: 'PORT precisa ser um número de 0 a 65535' })
      .int('PORT precisa ser um número de 0 a 65535')
      .min(0, 'PORT precisa ser um número de 0 a 65535')
      .max(65_535, 'PORT precisa ser um número de 0 a 65535')
      .default(3000),
  ),
  HOST: setting(z.string().default('127.0.0.1')),
  DATA_DIR: setting(z.string().default('./data')),
  DATABASE_URL: setting(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'DATABASE_URL precisa ter a forma postgres://usuario:senha@servidor/banco',
      })
      .optional(),
  ),
  DATABASE_REPLICA_URL: setting(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'DATABASE_REPLICA_URL precisa ter a forma postgres://usuario:senha@servidor/banco',
      })
      .optional(),
  ),
  REPLICA_MAX_DELAY_S: wholeSetting('REPLICA_MAX_DELAY_S', { min: 1, max: 86_400, otherwise: 300 }),
  STOP_GRACE_S: wholeSetting('STOP_GRACE_S', { min: 0, max: 3, otherwise: 1 }),
  DEMO: setting(onOrOff('DEMO').optional()),
  SESSION_DAYS: setting(
    z.coerce
      .number({ error: 'SESSION_DAYS precisa ser um número de 1 a 3650' })
      .int('SESSION_DAYS precisa ser um número inteiro')
      .min(1, 'SESSION_DAYS precisa ser ao menos 1')
      .max(3650, 'SESSION_DAYS pode ser no máximo 3650')
      .default(30),
  ),
  LOG_LEVEL: setting(
    z.enum(LOG_LEVELS, { error: `LOG_LEVEL precisa ser um de ${LOG_LEVELS.join(', ')}` }).default('info'),
  ),
  MIN_APP_VERSION: setting(
    z
      .string()
      .regex(/^\d+(\.\d+){0,2}$/, 'MIN_APP_VERSION precisa ter a forma 1.2.3')
      .optional(),
  ),
  TRUST_PROXY: setting(
    z
      .string()
      .refine((text) => text.split(',').every((part) => isProxy(part.trim())), TRUST_PROXY)
      .optional(),
  ),
  PUBLIC_URL: webAddress(PUBLIC_URL).refine((url) => url === undefined || isOrigin(url), PUBLIC_URL),
  CONTROLLER_NAME: setting(z.string().max(200).default(UNNAMED_CONTROLLER)),
  CONTROLLER_CONTACT: setting(z.string().max(200).default('')),
  METRICS_TOKEN: setting(
    z
      .string()
      .min(SHORTEST_TOKEN, `METRICS_TOKEN precisa de ao menos ${SHORTEST_TOKEN} caracteres`)
      .optional(),
  ),
  API_DOCS: setting(onOrOff('API_DOCS').optional()),
  DIST_DIR: setting(z.string().default(join(import.meta.dirname, '..', 'dist'))),
  ...integrationEnvironment,
  ...pushEnvironment,
})

/** Names of all settings. A test compares them with README.md and deploy/.env.example. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape)

export interface Config {
  /** PORT; 0 takes any free one. */
  readonly port: number
  /** HOST: the address to listen on. 127.0.0.1 accepts this machine alone, 0.0.0.0 all machines. */
  readonly host: string
  /** DATA_DIR: folder of the embedded database. One process at a time uses it. */
  readonly dataDir: string
  /** DATABASE_URL: a PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | null
  /** DATABASE_REPLICA_URL: a streaming replica of DATABASE_URL, which the reports read. */
  readonly databaseReplicaUrl: string | null
  /** REPLICA_MAX_DELAY_S: reports read the primary while the replica is further behind. */
  readonly replicaMaxDelayS: number
  /** STOP_GRACE_S: seconds in which a stopping process still takes requests, so that a proxy notices. */
  readonly stopGraceS: number
  /** DEMO: fills an empty database with demo data. Default: true for the embedded database, false for PostgreSQL. */
  readonly demo: boolean
  /** SESSION_DAYS: days without use after which a session ends. */
  readonly sessionDays: number
  /** LOG_LEVEL: a level of pino. */
  readonly logLevel: string
  /** MIN_APP_VERSION: devices with an older app must update before they send. */
  readonly minAppVersion: string | null
  /** TRUST_PROXY: proxies whose X-Forwarded-For is believed, in proxy-addr's notation; null: none. */
  readonly trustProxy: string | null
  /** PUBLIC_URL: origin under which people reach this server, without a slash at its end. */
  readonly publicUrl: string | null
  /** CONTROLLER_NAME, CONTROLLER_CONTACT: who is responsible for personal data, and where people ask about theirs. */
  readonly controller: Controller
  /** METRICS_TOKEN: lets other machines read /metrics. */
  readonly metricsToken: string | null
  /** API_DOCS: serves /api/docs. */
  readonly apiDocs: boolean
  /** DIST_DIR: the built app. */
  readonly distDir: string
  readonly integrations: IntegrationConfig
  readonly push: PushConfig
}

export class ConfigError extends Error {
  readonly code = 'config'
}

/** Throws {@link ConfigError} with the wrong settings' names, never their values: DATABASE_URL holds a password. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const sentences = new Set(parsed.error.issues.map((issue) => issue.message))
    throw new ConfigError(`Configuração inválida: ${[...sentences].join('; ')}.`)
  }
  const given = parsed.data
  if (given.MAIL_URL !== undefined && (given.MAIL_FROM === undefined || given.PUBLIC_URL === undefined))
    throw new ConfigError(`Configuração inválida: ${MAIL_NEEDS}.`)
  const problem = integrationProblem(given)
  if (problem !== null) throw new ConfigError(`Configuração inválida: ${problem}.`)
  const publicUrl = given.PUBLIC_URL === undefined ? null : new URL(given.PUBLIC_URL).origin
  const integrations = integrationConfig(given, given.DATA_DIR)
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL ?? null,
    databaseReplicaUrl: given.DATABASE_REPLICA_URL ?? null,
    replicaMaxDelayS: given.REPLICA_MAX_DELAY_S,
    stopGraceS: given.STOP_GRACE_S,
    demo: given.DEMO ?? given.DATABASE_URL === undefined,
    sessionDays: given.SESSION_DAYS,
    logLevel: given.LOG_LEVEL,
    minAppVersion: given.MIN_APP_VERSION ?? null,
    trustProxy: given.TRUST_PROXY ?? null,
    publicUrl,
    controller: { name: given.CONTROLLER_NAME, contact: given.CONTROLLER_CONTACT },
    metricsToken: given.METRICS_TOKEN ?? null,
    apiDocs: given.API_DOCS ?? true,
    distDir: given.DIST_DIR,
    integrations,
    push: pushConfig(given, { mailFrom: integrations.mailFrom, publicUrl }),
  }
}
