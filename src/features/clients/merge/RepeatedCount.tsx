/** How many pairs may be one person, behind the name of their list. */
import { FIRST_PAIRS, useDuplicates } from './useDuplicates.ts'

interface RepeatedCountProps {
  readonly userId: number
  /** Another number asks anew. */
  readonly version: number
}

export function RepeatedCount({ userId, version }: RepeatedCountProps) {
  const total = useDuplicates(userId, { ...FIRST_PAIRS, version }).value?.pagination.total
  return total === undefined ? null : <>&nbsp;({total})</>
}
