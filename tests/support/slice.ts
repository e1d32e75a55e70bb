/**
 * The slice of this run: SLICE='2/12' is the third of twelve parts, without SLICE everything runs. Long loops over cases of one
 * kind take only their part in `npm test`: docs/testing.md#slices.
 */
import { z } from 'zod'

const given = z
  .string()
  .regex(/^\d+\/\d+$/u)
  .optional()
  .parse(process.env.SLICE || undefined)
const [part = 0, of = 1] = (given ?? '0/1').split('/').map(Number)

export const isSliced = of > 1

/** Whether the case of this number, or of this name, is in the slice. `parts` is a divisor of the slice's own parts. */
export function inSlice(number: number, parts = of): boolean {
  return !isSliced || number % parts === part % parts
}

/** How often a property is tried: in a slice one time of `parts`. */
export const runsOf = (whole: number, parts = 4): number => (isSliced ? Math.ceil(whole / parts) : whole)
