/** What is kept ready for a failure: the last backup, and the replica of the reports. */
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { type CheckState, checkState } from '../../backup/check-state.ts'
import { type BackupState, backupState } from '../../backup/runs.ts'
import { mayOpen } from '../../base/backup-key.ts'
import type { ReplicaState } from '../replica.ts'
import { isPublic } from './access.ts'
import { ageWords, type Found, good, notice, problem, sizeWords } from './found.ts'
import type { DatabaseProbe, Probe } from './probe.ts'

const LATE_MS = 26 * HOUR_MS
const OLD_MS = 3 * DAY_MS

const SET_UP = 'Configure uma cópia diária, guarde-a em outra máquina e experimente restaurá-la.'
const SEE = 'Corrija a causa e faça uma cópia agora: npm run backup.'
const FIRST = 'Ela é feita em um minuto; se não for, veja o registro (log) do servidor.'

interface BackupLook {
  readonly nowMs: number
  /** People work with it: without a backup their work is at stake. */
  readonly isPublic: boolean
}

/** `state` is null where no backup was made or is to be made. */
export function backupFound(state: BackupState | null, { nowMs, isPublic: matters }: BackupLook): Found {
  const key = 'backup'
  if (state === null) {
    const found = matters ? problem : notice
    return found(key, 'Nenhuma cópia de segurança está configurada.', SET_UP)
  }
  if (state.reason !== null)
    return problem(key, 'A última cópia de segurança falhou.', `${state.reason} ${SEE}`)
  if (state.last_success === null)
    return notice(key, 'A primeira cópia de segurança ainda não foi feita.', FIRST)
  const ageMs = Math.max(0, nowMs - Date.parse(state.last_success))
  const size = state.bytes === null ? '' : `, ${sizeWords(state.bytes)}`
  const more = { value: `há ${ageWords(ageMs / 1000)}${size}` }
  if (ageMs > OLD_MS) return problem(key, 'A última cópia de segurança é antiga.', SEE, more)
  if (ageMs > LATE_MS) return notice(key, 'A última cópia de segurança está atrasada.', SEE, more)
  return good(key, 'A última cópia de segurança é recente.', more)
}

const CHECK_LATE_MS = 15 * DAY_MS
const CHECK_NOW = 'Confira uma cópia agora: npm run backup -- --verify ARQUIVO.'

/** Whether the newest backup was proven by a restore into a scratch database. */
export function checkFound(
  state: CheckState | null,
  { nowMs, canOpen }: { nowMs: number; canOpen: boolean },
): Found {
  const key = 'backup_check'
  if (!canOpen)
    return notice(
      key,
      'O servidor não pode conferir as cópias: ele só tem a chave que cifra.',
      `Uma vez por mês, onde está a chave secreta: npm run backup -- --verify ARQUIVO.`,
    )
  if (state === null)
    return notice(
      key,
      'Nenhuma cópia foi conferida ainda.',
      'O servidor confere a primeira depois de fazê-la.',
    )
  const age = Math.max(0, nowMs - Date.parse(state.checked_at))
  const value = `há ${ageWords(age / 1000)}`
  if (state.problem !== null)
    return problem(
      key,
      'A última cópia conferida não pôde ser restaurada.',
      `${state.problem} ${CHECK_NOW}`,
      { value },
    )
  return age > CHECK_LATE_MS
    ? notice(key, 'Há tempo nenhuma cópia é conferida.', CHECK_NOW, { value })
    : good(key, `A cópia ${state.file} foi restaurada num banco de ensaio e contada.`, { value })
}

export const backupCheckProbe: DatabaseProbe = {
  group: 'backup',
  key: 'backup_check',
  about: 'a conferência das cópias',
  look: async ({ config, now }, store) =>
    config.backup.dir === null
      ? []
      : [checkFound(await checkState(store, now()), { nowMs: now(), canOpen: mayOpen(config.backup.key) })],
}

export const backupProbe: DatabaseProbe = {
  group: 'backup',
  key: 'backup',
  about: 'as cópias de segurança',
  look: async ({ config, now }, store) => {
    const isExpected = config.backup.dir !== null
    const state = await backupState(store, { isExpected, nowMs: now() })
    return [
      backupFound(isExpected || state.last_success !== null ? state : null, {
        nowMs: now(),
        isPublic: isPublic(config),
      }),
    ]
  },
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
        'A réplica está mais atrasada do que o permitido: os relatórios leem o banco principal.',
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
        'O banco da réplica não é uma réplica do banco principal: os relatórios leem o principal.',
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
