/** The panel 'E se?' in words: what is changed, what comes of it, and what is supposed. docs/rules.md#what-if */
import { counted, withUnit } from '../../text/counted.ts'
import { cellText } from '../cell-text.ts'
import { share } from '../figures.ts'
import type { WhatIfAnswer } from './answer.ts'
import { type Change, changedRule, type Rule } from './change.ts'
import type { JudgedMeasure, Sides } from './judge.ts'
import { limitLine } from './limits.ts'
import { limitsOf } from './measures.ts'
import type { Staffing } from './staffing.ts'
import type { WhatIfReport } from './what-if-report.ts'

const DAY_NAMES = ['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'] as const

/** 'de segunda a sábado', or the days one by one. */
export function daysInWords(days: readonly number[]): string {
  const names = days.map((day) => DAY_NAMES[day - 1] ?? '')
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0]
  if (days.length > 2 && last - first === days.length - 1) return `de ${names[0]} a ${names.at(-1)}`
  return listed(names)
}

/** 'a, b e c' */
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}`

/** The limits that the report judges by and the change has otherwise, each with its two values. */
function limitParts(report: WhatIfReport, changed: Rule, present: Rule): string[] {
  const offered = limitsOf(report)
  const others = offered.filter((key) => changed.limits[key] !== present.limits[key])
  return others.map((key) => {
    const { words, label } = limitLine(key)
    const values = `${words(changed.limits[key])} em vez de ${words(present.limits[key])}`
    return offered.length === 1 ? values : `${values} (${lowerFirst(label)})`
  })
}

const lowerFirst = (text: string) => text.slice(0, 1).toLocaleLowerCase('pt-BR') + text.slice(1)

function hourParts({ hours: changed }: Rule, { hours: present }: Rule): string[] {
  const isTime = changed.start !== present.start || changed.end !== present.end
  return [
    ...(isTime
      ? [`expediente das ${changed.start} às ${changed.end} em vez das ${present.start} às ${present.end}`]
      : []),
    ...(changed.days === undefined ? [] : [`trabalho ${daysInWords(changed.days)}`]),
    ...(changed.worksHolidays === true ? ['trabalho também em feriados'] : []),
  ]
}

interface Naming {
  readonly channelName: (channel: number) => string
}

/** Returns 'Com 2 h em vez de 3 h e trabalho de segunda a sábado'; null where nothing is changed. */
export function changeInWords(
  report: WhatIfReport,
  change: Change,
  { present, staff }: Pick<WhatIfAnswer, 'present' | 'staff'>,
  { channelName }: Naming,
): string | null {
  const changed = changedRule(change, present)
  const { channel, brokers } = change
  const here = staff.find((each) => each.channel === channel)
  const parts = [
    ...limitParts(report, changed, present),
    ...hourParts(changed, present),
    ...(brokers === undefined || here === undefined || here.brokers === brokers
      ? []
      : [
          `${counted(brokers, 'corretor', 'corretores')} em vez de ${here.brokers} em ${channelName(here.channel)}`,
        ]),
  ]
  return parts.length === 0 ? null : `Com ${listed(parts)}`
}

const percent = (part: number, whole: number): string => cellText(share(part, whole), 'percent')

const points = ({ whole, before, after }: Sides): number =>
  (share(after, whole) ?? 0) - (share(before, whole) ?? 0)

/** '74,00% no prazo' */
export const shareInWords = ({ whole, before }: Sides): string => `${percent(before, whole)} no prazo`

/** '61,00% no prazo (74,00%)' */
export const sharesInWords = ({ whole, before, after }: Sides): string =>
  `${percent(after, whole)} no prazo (${percent(before, whole)})`

/** What the difference is, for those who do not reckon: '13,00 p.p. a menos: 12 leads saem do prazo.' */
export function differenceInWords(sides: Sides, changed: JudgedMeasure['changed']): string {
  const into = changed.filter(({ after }) => after).length
  const out = changed.length - into
  if (changed.length === 0) return 'Nenhum lead muda de lado.'
  const difference = points(sides)
  const moves = listed([
    ...(into === 0 ? [] : [`${counted(into, 'lead entra', 'leads entram')} no prazo`]),
    ...(out === 0 ? [] : [`${counted(out, 'lead sai', 'leads saem')} do prazo`]),
  ])
  const size = cellText(Math.abs(difference), 'points').replace('+', '')
  const way = difference === 0 ? 'Sem diferença na soma' : `${size} ${difference > 0 ? 'a mais' : 'a menos'}`
  return `${way}: ${moves}.`
}

/** What the queue supposes, in one sentence, and how near it comes to what happened. */
export function staffingInWords(
  { present, asked, leads, taken, modelled, happened }: Staffing,
  channel: string,
): string {
  const middle = taken === null ? '' : ` (a metade leva até ${cellText(taken, 'workingTime')})`
  const supposed = `Supõe que os leads de ${channel} são pegos na ordem de chegada por ${counted(asked, 'corretor', 'corretores')}, e que cada lead ocupa quem o pega pelo mesmo tempo que ocupou no período${middle}.`
  return `${supposed} Com ${present === 1 ? 'o' : 'os'} ${counted(present, 'corretor', 'corretores')} de hoje, a mesma conta dá ${percent(modelled, leads)} no prazo, e o período teve ${percent(happened, leads)}.`
}

/** What the device lacks of the report. Empty: nothing. */
export function lacksInWords({ missing, newer, leads }: WhatIfAnswer, at: string | null): string[] {
  return [
    ...(missing === null
      ? [
          'O servidor ainda não respondeu a este relatório neste aparelho: não dá para saber se faltam leads já finalizados.',
        ]
      : missing === 0
        ? []
        : [
            `${counted(missing, 'lead do relatório não está', 'leads do relatório não estão')} neste aparelho e ${missing === 1 ? 'fica' : 'ficam'} fora desta conta, que é sobre ${withUnit(leads, leads === 1 ? 'lead' : 'leads')}.`,
          ]),
    ...(newer === 0
      ? []
      : [
          `${counted(newer, 'lead deste aparelho ainda não está', 'leads deste aparelho ainda não estão')} no relatório${at === null ? '' : `, de ${at}`}.`,
        ]),
  ]
}

/** Leads that no rule here explains. */
export function keptFlagsInWords({ unknown, earlier }: JudgedMeasure): string[] {
  return [
    ...(earlier === 0
      ? []
      : [
          `${counted(earlier, 'lead foi julgado', 'leads foram julgados')} por outra regra, ou por um administrador, e só ${earlier === 1 ? 'muda' : 'mudam'} de lado onde esta mudança decide.`,
        ]),
    ...(unknown === 0
      ? []
      : [
          `${counted(unknown, 'renovação mantém', 'renovações mantêm')} o que tinha: o agendamento de antes da captura não está neste aparelho.`,
        ]),
  ]
}
