/** Settings of the backups: where, when, for how long, and the key. docs/operations.md#back-up-and-restore */
import { z } from 'zod'
import { isUsable } from '../backup-key.ts'
import { setting } from '../environment.ts'

export interface Keep {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

const AT = 'BACKUP_AT precisa ter a forma 03:00, a hora de São Paulo'
const KEEP = 'BACKUP_KEEP precisa ter a forma 7d,5w,12m: quantos dias, semanas e meses'
const SHORTEST_KEY = 16
const KEY =
  `BACKUP_KEY precisa ser uma senha de ao menos ${SHORTEST_KEY} caracteres, ou uma chave do age ` +
  '(age1… ou AGE-SECRET-KEY-1…)'

/** A word that begins like a key of age and is none was copied wrongly. */
const isKey = (text: string) => text.length >= SHORTEST_KEY && isUsable(text)

/** `7d,5w,12m`; what is left out is 0. */
function keepOf(text: string, context: z.RefinementCtx): Keep {
  const parts = text.split(',').map((part) => /^(\d{1,4})([dwm])$/.exec(part.trim()))
  const counts = new Map(parts.map((part) => [part?.[2], Number(part?.[1])]))
  const [days = 0, weeks = 0, months = 0] = ['d', 'w', 'm'].map((unit) => counts.get(unit))
  if (parts.includes(null) || counts.size < parts.length || days + weeks + months === 0) {
    context.addIssue(KEEP)
    return z.NEVER
  }
  return { days, weeks, months }
}

export const backupEnvironment = {
  BACKUP_DIR: setting(z.string().optional(), {
    group: 'backup',
    about: 'The folder of the daily backups: [back up and restore](operations.md#back-up-and-restore).',
    otherwise: 'none: the server makes none by itself',
    example: '/var/backups/farol',
  }),
  BACKUP_AT: setting(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, AT)
      .default('03:00'),
    { group: 'backup', about: 'The hour of the daily backup in São Paulo.' },
  ),
  BACKUP_KEEP: setting(z.string().default('7d,5w,12m').transform(keepOf), {
    group: 'backup',
    about: 'So many days, weeks and months keep one backup.',
    otherwise: '`7d,5w,12m`',
  }),
  BACKUP_KEY: setting(z.string().refine(isKey, KEY).optional(), {
    group: 'backup',
    about:
      'Encrypts the backups: a passphrase of 16 characters or more, or a key of age. Whoever loses the key loses the backups.',
    otherwise: 'none: they are not encrypted',
  }),
}

const backupEnvironmentSchema = z.object(backupEnvironment)

export interface BackupConfig {
  /** BACKUP_DIR: the folder of the daily backups; null: the server makes none by itself. */
  readonly dir: string | null
  /** BACKUP_AT: when, as HH:mm of São Paulo. */
  readonly at: string
  /** BACKUP_KEEP: how many days, weeks and months keep one backup. */
  readonly keep: Keep
  /** BACKUP_KEY: a passphrase, or a recipient or identity of age; null: the backups are not encrypted. */
  readonly key: string | null
}

export const backupConfig = (given: z.infer<typeof backupEnvironmentSchema>): BackupConfig => ({
  dir: given.BACKUP_DIR ?? null,
  at: given.BACKUP_AT,
  keep: given.BACKUP_KEEP,
  key: given.BACKUP_KEY ?? null,
})
