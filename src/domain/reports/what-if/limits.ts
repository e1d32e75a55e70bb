/** The limits that 'E se?' changes, each once: its name, its unit, its bounds and its present value. docs/rules.md#what-if */
import { DAYS_BEFORE_END } from '../../renewals/renewal-lead.ts'
import type { NumberSetting } from '../../settings/setting-lines.ts'
import type { Settings } from '../../settings/settings.ts'
import { counted, withUnit } from '../../text/counted.ts'
import { formatNumber } from '../../text/formats.ts'
import { CALLED_WITHIN_HOURS } from '../diagnosis.ts'

interface LimitLine {
  readonly label: string
  readonly unit: string
  /** A setting, or a number that no setting changes. */
  readonly from: NumberSetting | number
  readonly least: number
  readonly most: number
  /** Hours may have halves and quarters, days not. */
  readonly isWhole: boolean
  readonly words: (value: number) => string
}

const hours = (label: string, from: NumberSetting | number, unit = 'horas úteis'): LimitLine => ({
  label,
  unit,
  from,
  least: 0.25,
  most: 1000,
  isWhole: false,
  words: (value) => withUnit(value, 'h'),
})

/** By their names in the address. */
export const LIMITS = {
  captura: hours('Prazo da captura', 'time_to_capture_on_time'),
  renovacao: hours('Prazo da captura de renovações', 'time_to_capture_on_time_renovation', 'horas corridas'),
  ligacao: hours('Prazo da primeira ligação', 'first_call_on_time'),
  depois: hours('Prazo da ligação depois da captura', CALLED_WITHIN_HOURS),
  antecedencia: {
    label: 'Captura antes do vencimento do seguro',
    unit: 'dias corridos',
    from: DAYS_BEFORE_END,
    least: 0,
    most: 365,
    isWhole: true,
    words: (value) => `${counted(value, 'dia', 'dias')} antes`,
  },
} as const satisfies Readonly<Record<string, LimitLine>>

export type LimitKey = keyof typeof LIMITS
export type Limits = Readonly<Record<LimitKey, number>>

export const isLimitKey = (key: string): key is LimitKey => Object.hasOwn(LIMITS, key)
export const limitLine = (key: LimitKey): LimitLine => LIMITS[key]

function presentLimit(key: LimitKey, settings: Settings): number {
  const { from, least } = limitLine(key)
  return typeof from === 'number' ? from : (settings[from] ?? least)
}

export const presentLimits = (settings: Settings): Limits => ({
  captura: presentLimit('captura', settings),
  renovacao: presentLimit('renovacao', settings),
  ligacao: presentLimit('ligacao', settings),
  depois: presentLimit('depois', settings),
  antecedencia: presentLimit('antecedencia', settings),
})

/** Returns what is wrong with a typed limit as a sentence, or null. */
export function limitProblem(key: LimitKey, value: number): string | null {
  const { least, most, isWhole } = limitLine(key)
  if (isWhole && !Number.isInteger(value)) return 'Use um número inteiro'
  return value >= least && value <= most
    ? null
    : `Use um valor de ${formatNumber(least)} a ${formatNumber(most)}`
}
