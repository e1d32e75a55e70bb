/** What a share is a share of, in words below its figure: docs/rules.md#reports */
import { cellText } from './cell-text.ts'

const number = (value: number) => cellText(value, 'integer')

type Unit = readonly [one: string, many: string]

/** '87 de 1.378' */
export const partOf = (part: number, whole: number) => `${number(part)} de ${number(whole)}`

/** '87 de 1.378 leads' */
export const partWords = (part: number, whole: number, [one, many]: Unit) =>
  `${partOf(part, whole)} ${whole === 1 ? one : many}`

/** 'de 1.378 leads' */
export const wholeWords = (whole: number, [one, many]: Unit) =>
  `de ${number(whole)} ${whole === 1 ? one : many}`

const DECIDED = ['decidido', 'decididos'] as const

interface Decided {
  readonly decided: number
  readonly all: number
}

/** 'de 501 decididos · 877 sem prazo': a lead without a decided flag is neither on time nor late. */
export const decidedWords = ({ decided, all }: Decided): string =>
  `${wholeWords(decided, DECIDED)}${all === decided ? '' : ` · ${number(all - decided)} sem prazo`}`
