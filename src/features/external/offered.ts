import type { Catalogues } from '../../db/mirror/catalogues.ts'
import { EXTERNAL_INSURANCES } from '../../domain/indication/lines.ts'

export interface Offered {
  readonly id: number
  readonly name: string
}

/** Returns the insurances of the form that the brokerage offers. */
export const offeredIn = ({ insuranceRows }: Pick<Catalogues, 'insuranceRows'>): readonly Offered[] =>
  [...insuranceRows.values()]
    .filter(({ id, active }) => active && EXTERNAL_INSURANCES.includes(id))
    .toSorted((one, other) => one.id - other.id)
