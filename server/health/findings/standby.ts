/** What stands by for a bad day: the last backup, and the replica of the reports. */
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import type { ReplicaState } from '../replica.ts'
import { isPublic } from './access.ts'
import { ageWords, type Found, good, notice, problem } from './found.ts'
import type { LastBackup, Probe } from './probe.ts'

const LATE_MS = 26 * HOUR_MS
const OLD_MS = 3 * DAY_MS

const SET_UP = 'Configure uma cópia diária, guarde-a em outra máquina e experimente restaurá-la.'
const SEE = 'Veja por que a última cópia não terminou e faça uma agora.'

interface BackupLook {
  readonly nowMs: number
  /** People work with it: without a backup their work is at stake. */
  readonly isPublic: boolean
}

export function backupFound(last: LastBackup | null, { nowMs, isPublic: matters }: BackupLook): Found {
  const key = 'backup'
  if (last === null) {
    const found = matters ? problem : notice
    return found(key, 'Nenhuma cópia de segurança está configurada.', SET_UP)
  }
  if (last.last_success === null) return problem(key, 'Nenhuma cópia de segurança terminou até agora.', SEE)
  const ageMs = Math.max(0, nowMs - Date.parse(last.last_success))
  const more = {
    value: `há ${ageWords(ageMs / 1000)}`,
    measures: { farol_backup_age_seconds: Math.round(ageMs / 1000) },
  }
  if (ageMs > OLD_MS) return problem(key, 'A última cópia de segurança é antiga.', SEE, more)
  if (ageMs > LATE_MS) return notice(key, 'A última cópia de segurança está atrasada.', SEE, more)
  return good(key, 'A última cópia de segurança é recente.', more)
}

export const backupProbe: Probe = {
  group: 'backup',
  key: 'backup',
  about: 'as cópias de segurança',
  look: async ({ config, lastBackup, now }) => [
    backupFound(await lastBackup(), { nowMs: now(), isPublic: isPublic(config) }),
  ],
}

export function replicaFound({ status, delay_seconds }: ReplicaState): Found {
  const key = 'replica'
  const more = { value: delay_seconds === null ? null : `atraso de ${ageWords(delay_seconds)}` }
  switch (status) {
    case 'used':
      return good(key, 'A réplica responde, e os relatórios a leem.', more)
    case 'behind':
      return problem(
        key,
        'A réplica está mais atrasada do que REPLICA_MAX_DELAY_S permite: os relatórios leem o banco principal.',
        'Veja a carga e a rede da réplica; ela volta a ser lida quando alcançar o banco principal.',
        more,
      )
    case 'silent':
      return problem(
        key,
        'A réplica não responde: os relatórios leem o banco principal.',
        'Confira DATABASE_REPLICA_URL e se a réplica está no ar.',
        more,
      )
    case 'foreign':
      return problem(
        key,
        'O banco de DATABASE_REPLICA_URL não é uma réplica do banco de DATABASE_URL: os relatórios leem o principal.',
        'Corrija DATABASE_REPLICA_URL, ou refaça a réplica com pg_basebackup.',
        more,
      )
  }
}

export const replicaProbe: Probe = {
  group: 'replica',
  key: 'replica',
  about: 'a réplica',
  look: async ({ config, replica }) => {
    if (config.databaseReplicaUrl === null)
      return [good('replica', 'Os relatórios leem o banco principal.', { value: 'sem réplica' })]
    const state = await replica()
    return state === null ? [] : [replicaFound(state)]
  },
}
