/** The state of a CEP by its first three digits: the post assigns ranges of them to each state. */

/** Each range by its last number, ascending. */
const RANGES: readonly (readonly [last: number, state: string])[] = [
  [199, 'SP'],
  [289, 'RJ'],
  [299, 'ES'],
  [399, 'MG'],
  [489, 'BA'],
  [499, 'SE'],
  [569, 'PE'],
  [579, 'AL'],
  [589, 'PB'],
  [599, 'RN'],
  [639, 'CE'],
  [649, 'PI'],
  [659, 'MA'],
  [688, 'PA'],
  [689, 'AP'],
  [692, 'AM'],
  [693, 'RR'],
  [698, 'AM'],
  [699, 'AC'],
  [727, 'DF'],
  [729, 'GO'],
  [736, 'DF'],
  [767, 'GO'],
  [769, 'RO'],
  [779, 'TO'],
  [788, 'MT'],
  [789, 'RO'],
  [799, 'MS'],
  [879, 'PR'],
  [899, 'SC'],
  [999, 'RS'],
]

const FIRST = 10

/** Returns the two letters of the state, or '' where the CEP is incomplete or belongs to no state. */
export function stateOfCep(cep: string): string {
  const place = Number(cep.slice(0, 3))
  if (!/^\d{8}$/.test(cep) || place < FIRST) return ''
  return RANGES.find(([last]) => place <= last)?.[1] ?? ''
}
