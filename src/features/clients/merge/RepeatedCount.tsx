/** How many pairs may be one person, behind the name of their list. */
import { useDuplicates } from './useDuplicates.ts'

export function RepeatedCount({ userId }: { readonly userId: number }) {
  const total = useDuplicates(userId).value?.pagination.total
  return total === undefined ? null : <>&nbsp;({total})</>
}
