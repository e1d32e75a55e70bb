/** What waits, and loops that are late or fail. */

import { sql } from 'kysely'
import { at } from '../../../src/domain/time/at.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import type { Store } from '../../db/store.ts'
import { LOOPS, type LoopState } from '../loops.ts'
import { ageWords, counted, type Found, good, notice, problem } from './found.ts'
import type { DatabaseProbe, Grounds, Probe } from './probe.ts'

interface Waiting {
  readonly count: number
  /** Seconds of the one that waits longest; null: none waits. */
  readonly age: number | null
}

export function mailsFound({ count, age }: Waiting): Found {
  const key = 'mails_waiting'
  const measures = { farol_mails_waiting: count, farol_mails_oldest_waiting_seconds: age ?? 0 }
  if (age === null) return good(key, 'Nenhum e-mail espera.', { measures })
  const value = `${counted(count, 'e-mail', 'e-mails')}, o mais antigo há ${ageWords(age)}`
  const to_do = "Veja acima se o servidor de e-mail responde, e 'mail failed' no registro (log)."
  if (age * 1000 > 2 * HOUR_MS) return problem(key, 'E-mails esperam há horas.', to_do, { value, measures })
  if (age * 1000 > 15 * MINUTE_MS) return notice(key, 'E-mails estão atrasados.', to_do, { value, measures })
  return good(key, 'Os e-mails saem.', { value, measures })
}

export function failedMailsFound(count: number): Found {
  const key = 'mails_failed'
  const value = counted(count, 'e-mail', 'e-mails')
  return count === 0
    ? good(key, 'Nenhum e-mail falhou no último dia.')
    : notice(
        key,
        'E-mails falharam no último dia.',
        'O motivo está junto a cada pessoa, em Usuários. Corrija o endereço e mande de novo.',
        { value },
      )
}

async function mailsLooked({ now }: Grounds, { db }: Store): Promise<Found[]> {
  const { rows } = await sql<{ waiting: number; age: number | null; failed: number }>`
    select
      count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
      extract(epoch from ${at(now())}::timestamptz
        - min(created_at) filter (where sent_at is null and failed_at is null))::float8 as age,
      count(*) filter (where failed_at > ${at(now() - DAY_MS)})::int as failed
    from mails`.execute(db)
  const { waiting = 0, age = null, failed = 0 } = rows[0] ?? {}
  return [
    mailsFound({ count: waiting, age: age === null ? null : Math.max(0, Math.round(age)) }),
    failedMailsFound(failed),
  ]
}

export function pushesFound({ count, age }: Waiting): Found {
  const key = 'pushes_waiting'
  if (age === null) return good(key, 'Nenhum aviso espera.')
  const value = `${counted(count, 'aviso', 'avisos')}, o mais antigo há ${ageWords(age)}`
  return age * 1000 > HOUR_MS
    ? notice(
        key,
        'Avisos push estão atrasados.',
        'Confira se a rede do servidor deixa sair pela porta 443 para os endereços de PUSH_HOSTS.',
        { value },
      )
    : good(key, 'Os avisos saem.', { value })
}

async function pushesLooked({ now }: Grounds, { db }: Store): Promise<Found[]> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, extract(epoch from ${at(now())}::timestamptz - min(created_at))::float8 as age
    from push_messages`.execute(db)
  const { count = 0, age = null } = rows[0] ?? {}
  return [pushesFound({ count, age: age === null ? null : Math.max(0, age) })]
}

async function importsLooked({ now }: Grounds, { db }: Store): Promise<Found[]> {
  const { rows } = await sql<{ imports: number; age: number | null; erased: number }>`
    select
      (select count(*)::int from renewal_imports where state = 'running') as imports,
      (select extract(epoch from ${at(now())}::timestamptz - min(created_at))::float8
        from renewal_imports where state = 'running') as age,
      (select count(*)::int from erased_files where at < ${at(now() - DAY_MS)}) as erased`.execute(db)
  const { imports = 0, age = null, erased = 0 } = rows[0] ?? {}
  return [importsFound(imports, age), erasedFound(erased)]
}

export function importsFound(count: number, age: number | null): Found {
  const key = 'imports_running'
  if (age === null) return good(key, 'Nenhuma importação espera.')
  const value = `${counted(count, 'importação', 'importações')}, a mais antiga há ${ageWords(age)}`
  return age * 1000 > 2 * HOUR_MS
    ? notice(
        key,
        'Uma importação de renovações demora demais.',
        "Veja o andamento em Importar renovações, e 'import failed' no registro (log).",
        { value },
      )
    : good(key, 'Uma importação está em andamento.', { value })
}

export function erasedFound(count: number): Found {
  const key = 'erased_files'
  return count === 0
    ? good(key, 'Nenhum arquivo de pessoa apagada ficou para trás.')
    : problem(
        key,
        'Arquivos de pessoas apagadas ainda não saíram do armazenamento.',
        'Veja em Arquivos se o armazenamento responde. O Farol tenta de novo a cada seis horas e em cada partida.',
        { value: counted(count, 'arquivo', 'arquivos') },
      )
}

const FAILED_OFTEN = 3
/** An import of many thousand lines takes long, and so does a cleaning after months. */
const RUNS_LONG_MS = 2 * HOUR_MS

export function loopFound({ name, runningSince, failures }: LoopState, nowMs: number): Found[] {
  const key = `loop_${name}`
  const { label } = LOOPS[name]
  if (failures >= FAILED_OFTEN)
    return [
      problem(
        key,
        `${label}: as últimas tentativas falharam.`,
        'Veja o motivo no registro (log) do servidor.',
        {
          value: counted(failures, 'vez', 'vezes'),
        },
      ),
    ]
  if (runningSince !== null && nowMs - runningSince > RUNS_LONG_MS)
    return [
      notice(
        key,
        `${label}: está na mesma tarefa há muito tempo.`,
        'Verifique de novo; se continuar, reinicie o Farol.',
        {
          value: ageWords((nowMs - runningSince) / 1000),
        },
      ),
    ]
  return []
}

export const loopProbe: Probe = {
  group: 'queue',
  key: 'loops',
  about: 'os trabalhos do servidor',
  look: ({ process: running, now }) => {
    if (running === null) return []
    const states = running.loops()
    const found = states.flatMap((state) => loopFound(state, now()))
    if (found.length > 0) return found
    return [
      good('loops', 'Os trabalhos do servidor estão em dia.', {
        value: counted(states.length, 'trabalho', 'trabalhos'),
      }),
    ]
  },
}

export const queueProbes: readonly DatabaseProbe[] = [
  { group: 'mail', key: 'mails_waiting', about: 'os e-mails que esperam', look: mailsLooked },
  { group: 'push', key: 'pushes_waiting', about: 'os avisos que esperam', look: pushesLooked },
  { group: 'queue', key: 'imports_running', about: 'as importações', look: importsLooked },
]
