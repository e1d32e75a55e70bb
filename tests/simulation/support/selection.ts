/**
 * Which scenarios and mutants run. All of them by default. SLICE='2/12' selects scenarios and mutants whose number modulo
 * 12 is 2, and the scenarios of the mutants whose number modulo 4 is 2. SEED selects one scenario, FROM and SEEDS a range.
 */
import { OFTEN_PARTS } from '../../../scripts/proof/file-slice.ts'
import { inSlice, isSliced } from '../../support/slice.ts'
import { MUTANTS } from './mutants.ts'

/** Number of scenarios without SEEDS. */
export const SCENARIOS = 300

/** The last scenario of a range. */
export const SEEDS = Number(process.env.SEEDS || SCENARIOS)
export const FROM = Number(process.env.FROM || 1)

/** The only scenario to run; null: run many. */
export const ONLY = process.env.SEED === undefined ? null : Number(process.env.SEED)

/** Whether all scenarios from the first on run. */
export const isWhole = ONLY === null && FROM === 1 && SEEDS >= SCENARIOS && !isSliced

/** Each test file has its own share. The numbers of a slice may all be even, so the place decides. */
const ofShare =
  (share: number, shares: number) =>
  (_: unknown, place: number): boolean =>
    place % shares === share

/** Returns the seeds of this share. */
export function scenariosOf(share: number, shares: number): readonly number[] {
  if (ONLY !== null) return [ONLY].filter(ofShare(share, shares))
  const core = isSliced ? MUTANTS.filter((_, number) => inSlice(number, OFTEN_PARTS)) : []
  const range = Array.from({ length: SEEDS - FROM + 1 }, (_, place) => FROM + place).filter((number) =>
    inSlice(number),
  )
  return [...new Set([...core.map(({ scenario }) => scenario), ...range])]
    .sort((a, b) => a - b)
    .filter(ofShare(share, shares))
}

/** MUTANT selects mutants by parts of their names, separated by '|'. */
const NAMED = (process.env.MUTANT ?? '').split('|')

/** Returns the numbers of this share's mutants. */
export function mutantsOf(share: number, shares: number): readonly number[] {
  return [...MUTANTS.keys()]
    .filter((number) => inSlice(number))
    .filter((number) => NAMED.some((part) => MUTANTS[number]?.name.includes(part)))
    .filter(ofShare(share, shares))
}
