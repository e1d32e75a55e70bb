/** Settings of the process, from the environment. `npm run docs:settings` makes docs/settings.md of them. */
import { join } from 'node:path'
import { z } from 'zod'
import type { Controller } from '../../src/domain/indication/consent.ts'
import { isOrigin, isProxy } from './addresses.ts'
import { type AboutSetting, aboutSetting, onOrOff, setting, webAddress, wholeSetting } from './environment.ts'
import { type BackupConfig, backupConfig, backupEnvironment } from './settings/backup.ts'
import { deviceKeysConfig, deviceKeysEnvironment, deviceKeysProblem } from './settings/device-keys.ts'
import {
  type IntegrationConfig,
  integrationConfig,
  integrationEnvironment,
  integrationProblem,
} from './settings/integrations.ts'
import { type PushConfig, pushConfig, pushEnvironment } from './settings/push.ts'
import { type WebhookConfig, webhookConfig, webhookEnvironment } from './settings/webhooks.ts'
import { type WhatsAppConfig, whatsappConfig, whatsappEnvironment } from './settings/whatsapp.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const SHORTEST_TOKEN = 16
/** The controller in a consent if none is named. */
export const UNNAMED_CONTROLLER = 'A corretora que usa este Farol'
const PUBLIC_URL = 'PUBLIC_URL precisa ser um endereço http ou https, só protocolo, nome e porta'
const MAIL_NEEDS = 'MAIL_URL precisa de MAIL_FROM e PUBLIC_URL: o remetente e o endereço dos links'
const TRUST_PROXY =
  'TRUST_PROXY precisa de endereços ou sub-redes separados por vírgula, ou loopback, linklocal, uniquelocal'

const environmentSchema = z.object({
  PORT: setting(
    z.coerce
      .number({ error: 'PORT precisa ser um número de 0 a 65535' })
      .int('PORT precisa ser um número de 0 a 65535')
      .min(0, 'PORT precisa ser um número de 0 a 65535')
      .max(65_535, 'PORT precisa ser um número de 0 a 65535')
      .default(3000),
    { group: 'server', about: 'The port to listen on; `0` takes any free one.' },
  ),
  HOST: setting(z.string().default('127.0.0.1'), {
    group: 'server',
    about:
      'The address to listen on. `127.0.0.1` accepts this machine alone, `0.0.0.0` all machines, such as tablets in the same network.',
  }),
  DATA_DIR: setting(z.string().default('./data'), {
    group: 'database',
    about: 'The folder of the embedded database and of what the server writes. It refuses a second process.',
  }),
  DATABASE_URL: setting(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'DATABASE_URL precisa ter a forma postgres://usuario:senha@servidor/banco',
      })
      .optional(),
    {
      group: 'database',
      about: 'A PostgreSQL instead of the embedded database, with any number of server processes.',
      otherwise: 'the embedded database',
      example: 'postgres://farol:senha@localhost/farol',
    },
  ),
  DATABASE_REPLICA_URL: setting(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'DATABASE_REPLICA_URL precisa ter a forma postgres://usuario:senha@servidor/banco',
      })
      .optional(),
    {
      group: 'database',
      about: 'A streaming replica of `DATABASE_URL`; the reports read it: [replica](operations.md#replica).',
      otherwise: 'none',
      example: 'postgres://farol:senha@replica/farol',
    },
  ),
  REPLICA_MAX_DELAY_S: wholeSetting(
    'REPLICA_MAX_DELAY_S',
    { min: 1, max: 86_400, otherwise: 300 },
    { group: 'database', about: 'While the replica is further behind, the reports read `DATABASE_URL`.' },
  ),
  STOP_GRACE_S: wholeSetting(
    'STOP_GRACE_S',
    { min: 0, max: 3, otherwise: 1 },
    {
      group: 'server',
      about:
        'Seconds from the signal to stop until the port closes, 0 to 3: `/readyz` refuses meanwhile, so that a proxy notices.',
    },
  ),
  DEMO: setting(onOrOff('DEMO').optional(), {
    group: 'database',
    about: '`1` fills an empty database with demo data. The password of its accounts is public.',
    otherwise: '`1`; with `DATABASE_URL` `0`',
  }),
  SESSION_DAYS: setting(
    z.coerce
      .number({ error: 'SESSION_DAYS precisa ser um número de 1 a 3650' })
      .int('SESSION_DAYS precisa ser um número inteiro')
      .min(1, 'SESSION_DAYS precisa ser ao menos 1')
      .max(3650, 'SESSION_DAYS pode ser no máximo 3650')
      .default(30),
    { group: 'people', about: 'A session ends after so many days without use, and always after 90 days.' },
  ),
  LOG_LEVEL: setting(
    z.enum(LOG_LEVELS, { error: `LOG_LEVEL precisa ser um de ${LOG_LEVELS.join(', ')}` }).default('info'),
    { group: 'watch', about: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.' },
  ),
  LOG_REQUESTS: setting(onOrOff('LOG_REQUESTS').optional(), {
    group: 'watch',
    about: '`1`: a line of the log for each request: route, status, ms, number of the user, id.',
    otherwise: '`0`',
  }),
  MIN_APP_VERSION: setting(
    z
      .string()
      .regex(/^\d+(\.\d+){0,2}$/, 'MIN_APP_VERSION precisa ter a forma 1.2.3')
      .optional(),
    {
      group: 'people',
      about: 'Devices with an older app are asked to update before they send.',
      otherwise: 'none',
      example: '1.2.0',
    },
  ),
  TRUST_PROXY: setting(
    z
      .string()
      .refine((text) => text.split(',').every((part) => isProxy(part.trim())), TRUST_PROXY)
      .optional(),
    {
      group: 'server',
      about:
        'Addresses or subnets of the proxies in front, comma-separated; `loopback` for one on this machine. With it, limits of sign-in attempts count the callers and not the proxy.',
      otherwise: 'none',
      example: 'loopback',
    },
  ),
  PUBLIC_URL: webAddress(PUBLIC_URL, {
    group: 'server',
    about:
      'The origin of Farol for its users: protocol, name and port. Links in mails lead there. With an https origin the server tells browsers to use https alone for a year.',
    otherwise: "the caller's address",
    example: 'https://farol.exemplo.com.br',
  }).refine((url) => url === undefined || isOrigin(url), PUBLIC_URL),
  CONTROLLER_NAME: setting(z.string().max(200).default(UNNAMED_CONTROLLER), {
    group: 'people',
    about: 'Who is responsible for personal data (LGPD), on the page without login.',
    otherwise: "the name in 'Configurações'",
    example: 'Corretora Exemplo Ltda.',
  }),
  CONTROLLER_CONTACT: setting(z.string().max(200).default(''), {
    group: 'people',
    about: 'Where people ask about their data.',
    otherwise: 'none',
    example: 'privacidade@exemplo.com.br',
  }),
  METRICS_TOKEN: setting(
    z
      .string()
      .min(SHORTEST_TOKEN, `METRICS_TOKEN precisa de ao menos ${SHORTEST_TOKEN} caracteres`)
      .optional(),
    {
      group: 'watch',
      about:
        'Bearer token of `/metrics`, 16 characters or more. Without it only this machine reads the metrics, and only if neither `PUBLIC_URL` nor `TRUST_PROXY` is set.',
      otherwise: 'none',
    },
  ),
  API_DOCS: setting(onOrOff('API_DOCS').optional(), {
    group: 'server',
    about: '`0` switches `/api/docs` off.',
    otherwise: '`1`',
  }),
  DIST_DIR: setting(z.string().default(join(import.meta.dirname, '..', '..', 'dist')), {
    group: 'server',
    about: 'The built app.',
    otherwise: '`dist` beside `server`',
  }),
  ...integrationEnvironment,
  ...pushEnvironment,
  ...webhookEnvironment,
  ...whatsappEnvironment,
  ...backupEnvironment,
  ...deviceKeysEnvironment,
})

/** A default that needs no words. */
const plain = z.union([z.string(), z.number()])

export interface DescribedSetting extends AboutSetting {
  readonly name: string
}

/** Returns all settings as docs/settings.md shows them, in the order of the schema. `otherwise` is the default in Markdown. */
export function describedSettings(): DescribedSetting[] {
  return Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const about = aboutSetting.parse(schema.meta())
    const otherwise = about.otherwise ?? `\`${plain.parse(schema.parse(undefined))}\``
    return { ...about, name, otherwise }
  })
}

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
  /** LOG_REQUESTS: a line of the log for each request. */
  readonly logRequests: boolean
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
  readonly webhooks: WebhookConfig
  readonly whatsapp: WhatsAppConfig
  readonly backup: BackupConfig
  /** DEVICE_KEYS_KEY: seals the server's halves of protected devices, and secrets of code apps; null: not set. */
  readonly deviceKeysKey: Buffer | null
  /** DEVICE_KEYS_KEY_BEFORE: the key that it replaces; null: none. */
  readonly deviceKeysKeyBefore: Buffer | null
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
  const problem = integrationProblem(given) ?? deviceKeysProblem(given)
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
    logRequests: given.LOG_REQUESTS ?? false,
    minAppVersion: given.MIN_APP_VERSION ?? null,
    trustProxy: given.TRUST_PROXY ?? null,
    publicUrl,
    controller: { name: given.CONTROLLER_NAME, contact: given.CONTROLLER_CONTACT },
    metricsToken: given.METRICS_TOKEN ?? null,
    apiDocs: given.API_DOCS ?? true,
    distDir: given.DIST_DIR,
    integrations,
    push: pushConfig(given, { mailFrom: integrations.mailFrom, publicUrl }),
    webhooks: webhookConfig(given),
    whatsapp: whatsappConfig(given),
    backup: backupConfig(given),
    ...deviceKeysConfig(given),
  }
}
