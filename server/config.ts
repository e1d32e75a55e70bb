/** Settings of the process, from the environment. README has the same table for people. */
import { join } from 'node:path'
import { z } from 'zod'

const empty = (value: unknown) => (value === '' ? undefined : value)
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

const environmentSchema = z.object({
  PORT: z.preprocess(empty, z.coerce.number().int().min(0).max(65535).default(3000)),
  HOST: z.preprocess(empty, z.string().default('0.0.0.0')),
  DATA_DIR: z.preprocess(empty, z.string().default('./data')),
  DATABASE_URL: z.preprocess(empty, z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DEMO: z.preprocess(empty, flag.default(true)),
  SESSION_DAYS: z.preprocess(empty, z.coerce.number().int().min(1).max(3650).default(30)),
  LOG_LEVEL: z.preprocess(
    empty,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  MIN_APP_VERSION: z.preprocess(empty, z.string().optional()),
  DIST_DIR: z.preprocess(empty, z.string().default(join(import.meta.dirname, '..', 'dist'))),
})

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** A PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | null
  /** Whether an empty database is filled with demo data. */
  readonly demo: boolean
  /** How long a session lasts without use. */
  readonly sessionDays: number
  readonly logLevel: string
  /** Devices with an older app are asked to update before they send. */
  readonly minAppVersion: string | null
  /** The built app. */
  readonly distDir: string
}

export class ConfigError extends Error {
  readonly code = 'config'
}

/** Throws {@link ConfigError} that names the settings which are wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    throw new ConfigError(
      `Configuração inválida: ${names.map((name) => `${name}=${environment[name] ?? ''}`).join(', ')}`,
    )
  }
  const given = parsed.data
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL ?? null,
    demo: given.DEMO,
    sessionDays: given.SESSION_DAYS,
    logLevel: given.LOG_LEVEL,
    minAppVersion: given.MIN_APP_VERSION ?? null,
    distDir: given.DIST_DIR,
  }
}
