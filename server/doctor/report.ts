/** The findings as a person reads them on a terminal. */
import {
  countWords,
  FINDING_GROUPS,
  type Finding,
  type FindingState,
} from '../../src/contract/administration/findings.ts'
import { formatDateTime } from '../../src/domain/time/sao-paulo.ts'

/** Of one width, and readable without colours. */
const MARKS: Readonly<Record<FindingState, string>> = {
  good: 'ok      ',
  notice: 'AVISO   ',
  problem: 'PROBLEMA',
}

function linesOf({ state, what, value, to_do }: Finding): string[] {
  const fact = `  ${MARKS[state]}  ${what}${value === null ? '' : ` [${value}]`}`
  return to_do === null ? [fact] : [fact, `            O que fazer: ${to_do}`]
}

/** Returns the groups that have findings, each with its lines. */
export function reportText(findings: readonly Finding[], nowMs: number): string {
  const groups = Object.entries(FINDING_GROUPS).flatMap(([group, label]) => {
    const own = findings.filter((finding) => finding.group === group)
    return own.length === 0 ? [] : [[label, ...own.flatMap(linesOf)].join('\n')]
  })
  return [`Saúde do Farol em ${formatDateTime(nowMs)}`, ...groups, `Ao todo: ${countWords(findings)}.`].join(
    '\n\n',
  )
}
