/**
 * How long the law keeps the papers of a sale: docs/rules.md#legal-keep. The time begins with the end of the policy, and
 * where that is not known a year after the sale.
 */
import type { Settings } from '../settings/settings.ts'
import { anniversary } from '../time/sao-paulo.ts'

type KeepSettings = Pick<Settings, 'legal_keep_goods_years' | 'legal_keep_persons_years'>

interface Sale {
  /** YYYY-MM-DD. */
  readonly sold_on: string
  /** The end of the policy; null: not known. */
  readonly valid_until: string | null
  /** Whether it insures persons; null: the insurance is not known, and the longer time counts. */
  readonly persons: boolean | null
}

const yearsAfter = (day: string, years: number) => anniversary(day, Number(day.slice(0, 4)) + years)

/** The last day on which the papers of a sale are kept. null: no time is set for its kind. */
export function keptUntil({ sold_on, valid_until, persons }: Sale, settings: KeepSettings): string | null {
  const { legal_keep_goods_years: goods, legal_keep_persons_years: ofPersons } = settings
  const years = persons === null ? Math.max(goods, ofPersons) : persons ? ofPersons : goods
  if (years === 0) return null
  const end = valid_until ?? yearsAfter(sold_on, 1)
  return yearsAfter(end > sold_on ? end : sold_on, years)
}

export const REASON_MISSING = 'Diga o motivo: há vendas cujos papéis a lei manda guardar'
