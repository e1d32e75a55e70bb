/**
 * One scenario in ten has hand-overs, limits of the law, and erasures beside them. They have chances of their own, so that the other
 * scenarios stay as they are.
 */
import { type Chance, chance } from '../../sync/support/random.ts'

const EVERY = 10
const PLACE = 7

export const isTenth = (seed: number): boolean => seed % EVERY === PLACE

/** `stream`: each actor draws its own numbers. null: the scenario has none of this. */
export const chanceInTenth = (seed: number, stream: number): Chance | null =>
  isTenth(seed) ? chance(seed * 1_000 + stream) : null
