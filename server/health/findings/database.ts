/** The database: whether it answers, its version, its migrations, its size, its clock. */
import { z } from 'zod'
import { CLOCK_MEMORY } from '../../../src/contract/administration/findings.ts'
import { formatDateTime } from '../../../src/domain/time/sao-paulo.ts'
import type { Verdict } from '../../base/clock/judge.ts'
import { thisMachine } from '../../base/clock/machine.ts'
import { within } from '../../base/within.ts'
import { judged } from '../../clock/memory.ts'
import { knownFailure } from '../../context/failure-reasons.ts'
import { ENCODING_TO_DO, encodingWords, foreignEncoding } from '../../db/encoding.ts'
import { type MigrationState, migrationState } from '../../db/migrate.ts'
import type { Store } from '../../db/store.ts'
import { codeOf } from '../../db/transient.ts'
import { ageWords, type Found, good, notice, problem, sizeWords } from './found.ts'
import { endsOn, POSTGRES_ENDS } from './life-of-versions.ts'
import type { DatabaseProbe, Grounds } from './probe.ts'

const ANSWERS_WITHIN_MS = 3000
const LATE = 'the database is late'
const UNDEFINED_TABLE = '42P01'
const OLDEST = 15

const NAMES: Readonly<Record<Store['kind'], string>> = {
  pglite: 'O banco embutido',
  postgres: 'O PostgreSQL',
}

const MIGRATIONS: Readonly<Record<MigrationState | 'none', Found>> = {
  known: good('migrations', 'As tabelas são as desta versão do Farol.'),
  older: notice(
    'migrations',
    'As tabelas são de uma versão anterior.',
    'A próxima partida do Farol as muda sozinha. Faça antes uma cópia do banco.',
  ),
  newer: problem(
    'migrations',
    'O banco é de uma versão mais nova do Farol.',
    'Inicie a versão mais nova; para ficar nesta, restaure uma cópia do banco feita com ela.',
  ),
  none: notice('migrations', 'O banco está vazio.', 'A primeira partida do Farol cria as tabelas.'),
}

export interface DatabaseLook {
  readonly found: readonly Found[]
  /** The other questions make sense: it answers, and has this version's tables. */
  readonly isUsable: boolean
}

/** Never rejects. */
export async function lookAtDatabase(store: Store): Promise<DatabaseLook> {
  const name = NAMES[store.kind]
  const began = performance.now()
  try {
    await within(ANSWERS_WITHIN_MS, store.ask('select 1'), LATE)
  } catch (error) {
    return { found: [silentFound(store, error)], isUsable: false }
  }
  const value = `${Math.round(performance.now() - began)} ms`
  const answers = good('database', `${name} responde.`, { value })
  try {
    const encoding = await within(ANSWERS_WITHIN_MS, foreignEncoding(store), LATE)
    if (encoding !== null) {
      const found = problem('database_encoding', encodingWords(encoding), ENCODING_TO_DO)
      return { found: [answers, found], isUsable: false }
    }
    const state = await within(ANSWERS_WITHIN_MS, migrationState(store), LATE)
    return { found: [answers, MIGRATIONS[state]], isUsable: state === 'known' }
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return { found: [answers, MIGRATIONS.none], isUsable: false }
    return { found: [silentFound(store, error)], isUsable: false }
  }
}

/** Returns the finding about a database that could not be asked. */
export function silentFound({ kind }: Pick<Store, 'kind'>, error: unknown): Found {
  const isLate = error instanceof Error && error.message === LATE
  // It runs one query at a time: a long report is no failure.
  if (isLate && kind === 'pglite')
    return notice(
      'database',
      'O banco embutido está ocupado e não respondeu em 3 s.',
      'Verifique de novo em um minuto. Se continuar, reinicie o Farol; com muitos leads, mude para PostgreSQL.',
    )
  const reason = knownFailure(error)
  const code = codeOf(error)
  // The driver's own words may be in English, and may reveal more than they should.
  const what = `${NAMES[kind]} não responde${code === '' ? '' : ` (${code})`}.`
  return problem(
    'database',
    reason === null ? what : `O banco não pôde ser lido: ${reason}`,
    kind === 'pglite'
      ? 'Reinicie o Farol. Se não abrir, restaure a última cópia da pasta DATA_DIR.'
      : 'Confira DATABASE_URL e se o PostgreSQL está no ar e alcançável deste servidor.',
  )
}

const versionSchema = z.tuple([z.object({ number: z.coerce.number(), size: z.coerce.number() })])
const clockSchema = z.tuple([z.object({ at: z.coerce.number() })])

const NEARLY_ALL_WAIT = 5
const OFF_S = 5
const FAR_OFF_S = 60

export function versionFound(kind: Store['kind'], major: number, nowMs: number): Found {
  const key = 'database_version'
  const value = `PostgreSQL ${major}`
  if (kind === 'pglite') return good(key, 'O banco embutido vem com o Farol.', { value })
  if (major < OLDEST)
    return problem(
      key,
      'Este PostgreSQL é antigo demais.',
      'Atualize para o PostgreSQL 17 ou mais novo (pg_upgrade, ou pg_dump e restauração), depois de uma cópia.',
      { value },
    )
  const end = endsOn(POSTGRES_ENDS, major)
  return end !== null && nowMs > Date.parse(end)
    ? notice(
        key,
        'Este PostgreSQL não recebe mais correções de segurança.',
        'Planeje a atualização para uma versão mais nova (pg_upgrade), depois de uma cópia.',
        { value },
      )
    : good(key, 'A versão do PostgreSQL serve.', { value })
}

export function clockFound(offsetS: number): Found {
  const key = 'clock'
  const more = { value: ageWords(Math.abs(offsetS)), measures: { farol_clock_offset_seconds: offsetS } }
  if (Math.abs(offsetS) < OFF_S) return good(key, 'Os relógios do servidor e do banco combinam.', more)
  const what = 'Os relógios do servidor e do banco não combinam.'
  const to_do =
    'Ligue o acerto automático da hora (NTP) nas duas máquinas: prazos e senhas de um uso dependem dela.'
  return Math.abs(offsetS) > FAR_OFF_S ? problem(key, what, to_do, more) : notice(key, what, to_do, more)
}

export function waitingFound(waiting: number): Found {
  const key = 'database_waiting'
  return waiting >= NEARLY_ALL_WAIT
    ? notice(
        key,
        'Consultas esperam por uma conexão com o banco.',
        'Verifique de novo. Se continuar, dê mais processador ao banco ou mais um processo do Farol.',
        { value: String(waiting) },
      )
    : good(key, 'As consultas não esperam pelo banco.')
}

async function clockLooked({ now }: Grounds, store: Store): Promise<Found> {
  const before = now()
  const [{ at }] = clockSchema.parse(
    await store.ask('select (extract(epoch from clock_timestamp()) * 1000)::text as at'),
  )
  // The database answered in the middle, give or take.
  return clockFound(Math.round((before + (now() - before) / 2 - at) / 100) / 10)
}

const GO_ON = 'E-mails, avisos e limpezas esperam até lá.'

/** Its key tells the screen that a person may confirm the time. */
export function clockMemoryFound(verdict: Verdict, nowMs: number): Found {
  const key = CLOCK_MEMORY
  if (verdict.kind === 'trusted')
    return good(key, 'O relógio do servidor segue o último instante que o banco lembra.', {
      measures: { farol_clock_jump_seconds: 0 },
    })
  const measures = { farol_clock_jump_seconds: Math.round(verdict.byMs / 1000) }
  if (verdict.kind === 'apart')
    return problem(
      'clock_apart',
      'Os relógios do servidor e do banco diferem por mais de uma hora.',
      `Ligue o acerto automático da hora (NTP) nas duas máquinas. ${GO_ON}`,
      { measures },
    )
  const words = verdict.kind === 'ahead' ? 'adiante do' : 'atrás do'
  const why =
    verdict.kind === 'ahead' ? ' Um servidor que ficou desligado ou suspenso também é mostrado assim.' : ''
  return problem(
    key,
    `O relógio do servidor mostra ${formatDateTime(nowMs)}, ${ageWords(verdict.byMs / 1000)} ${words} último instante que o banco lembra (${formatDateTime(verdict.sinceMs)}).`,
    `Se essa hora está errada, acerte-a (NTP): o Farol segue sozinho. Se está certa, confirme-a em Configurações, 'Saúde'.${why} ${GO_ON}`,
    { measures },
  )
}

export const databaseProbes: readonly DatabaseProbe[] = [
  {
    group: 'database',
    key: 'database_version',
    about: 'a versão do banco',
    look: async ({ now }, store) => {
      const [{ number, size }] = versionSchema.parse(
        await store.ask(
          "select current_setting('server_version_num') as number, pg_database_size(current_database())::text as size",
        ),
      )
      return [
        versionFound(store.kind, Math.floor(number / 10_000), now()),
        good('database_size', 'Tamanho do banco.', {
          value: sizeWords(size),
          measures: { farol_database_bytes: size },
        }),
        waitingFound(store.waiting()),
      ]
    },
  },
  {
    group: 'version',
    key: 'clock',
    about: 'o relógio do banco',
    look: async (grounds, store) => [await clockLooked(grounds, store)],
  },
  {
    group: 'version',
    key: CLOCK_MEMORY,
    about: 'o último instante que o banco lembra',
    look: async ({ now }, store) => {
      const nowMs = now()
      return [clockMemoryFound(await judged(store, { nowMs, machine: thisMachine() }), nowMs)]
    },
  },
]
