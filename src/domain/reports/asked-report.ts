/**
 * A report with its filter by a question: 'quantos leads a Camila perdeu em outubro?' opens the losses of Camila in October.
 * Only words are read; the figures are the report's. docs/rules.md#places
 */
import { wordsOf } from '../assistant/portuguese-terms.ts'
import type { ReportPath } from '../permissions/reports.ts'
import { mayVisit, routeLabel } from '../permissions/routes.ts'
import type { RoleId } from '../session/session-user.ts'
import { monthName } from '../time/months.ts'
import { PRESETS, type PresetName } from './period.ts'
import type { ReportFilter } from './search.ts'

interface Topic {
  readonly path: ReportPath
  /** A word that names it, in any form. */
  readonly said: RegExp
  /** Its filter takes brokers. */
  readonly ofBrokers: boolean
}

/** The first that is named counts; 'leads' alone is said of any. */
const TOPICS: readonly Topic[] = [
  { path: '/relatorio-perdas', said: /^(?:perd|motivo|concorren)/, ofBrokers: true },
  { path: '/relatorio-renovacoes', said: /^renov/, ofBrokers: true },
  { path: '/relatorio-ligacoes', said: /^(?:liga|ligou|ligue|telefon|chamad)/, ofBrokers: true },
  { path: '/relatorio-leads-origem', said: /^(?:orig|cana[li])/, ofBrokers: true },
  { path: '/relatorio-indicacoes-concessionaria', said: /^(?:indic|concession)/, ofBrokers: false },
  { path: '/relatorio-atendimento', said: /^(?:atend|captur|praz)/, ofBrokers: true },
  { path: '/relatorio-indicacoes-corretora', said: /^(?:vend|cot|receb|conver|leads?$)/, ofBrokers: true },
]

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

interface Period {
  readonly words: string
  readonly filter: Pick<ReportFilter, 'periodo' | 'de' | 'ate'>
}

const preset = (periodo: PresetName): Period => ({ words: PRESETS[periodo].label, filter: { periodo } })

/** The month of that name, the last one that has begun unless a year is said. */
function monthAmong(words: readonly string[], today: string): Period | null {
  const month = MONTHS.find((one) => wordsOf(monthName(one) ?? '').every((word) => words.includes(word)))
  if (month === undefined) return null
  const number = String(month).padStart(2, '0')
  const thisYear = Number(today.slice(0, 4))
  const said = words.find((word) => /^20\d\d$/.test(word))
  const year = said ?? String(number <= today.slice(5, 7) ? thisYear : thisYear - 1)
  const last = new Date(Date.UTC(Number(year), month, 0)).getUTCDate()
  return {
    words: `${monthName(month)?.toLowerCase()} de ${year}`,
    filter: { de: `${year}-${number}-01`, ate: `${year}-${number}-${last}` },
  }
}

function periodAmong(words: readonly string[], today: string): Period | null {
  const has = (...said: readonly string[]) => said.some((word) => words.includes(word))
  if (has('mes')) return preset(has('passado', 'anterior') ? 'mes-passado' : 'mes-atual')
  if (has('hoje')) return preset('hoje')
  if (has('ontem')) return preset('ontem')
  if (has('semana')) return preset('7-dias')
  return monthAmong(words, today) ?? (has('ano') ? preset('12-meses') : null)
}

interface Person {
  readonly id: number
  readonly name: string
}

/** Shorter ones are 'de' and 'da'. */
const LEAST_NAME = 3
const MOST_PEOPLE = 3

/** Those of whose names most words are said. */
function peopleAmong<One extends Person>(words: readonly string[], people: readonly One[]): readonly One[] {
  const counted = people.map((person) => ({
    person,
    count: wordsOf(person.name).filter((word) => word.length >= LEAST_NAME && words.includes(word)).length,
  }))
  const most = Math.max(1, ...counted.map(({ count }) => count))
  return counted.filter(({ count }) => count === most).map(({ person }) => person)
}

export interface AskedReport {
  readonly path: string
  readonly label: string
  /** Of whom and of when: 'Camila Prado · outubro de 2026'. */
  readonly detail: string
  readonly search: ReportFilter
}

interface Asking {
  readonly role: RoleId
  /** Brokers. */
  readonly people: readonly Person[]
  /** YYYY-MM-DD. */
  readonly today: string
}

/** Returns a report for each person that is meant. None if the text names no report, or neither person nor time. */
export function askedReports(text: string, { role, people, today }: Asking): AskedReport[] {
  const words = wordsOf(text)
  const topic = TOPICS.find(
    ({ path, said }) => mayVisit(path, role) === 'yes' && words.some((word) => said.test(word)),
  )
  if (topic === undefined) return []
  const meant = topic.ofBrokers ? peopleAmong(words, people) : []
  const period = periodAmong(words, today)
  const asked = (person: Person | null): AskedReport => ({
    path: topic.path,
    label: routeLabel(topic.path, role) ?? '',
    detail: [person?.name, period?.words].filter((part) => part !== undefined).join(' · '),
    search: { ...period?.filter, ...(person === null ? {} : { corretores: [person.id] }) },
  })
  if (meant.length > 0) return meant.slice(0, MOST_PEOPLE).map(asked)
  return period === null ? [] : [asked(null)]
}
