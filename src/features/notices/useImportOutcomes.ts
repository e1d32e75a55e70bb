/** The latest imports of renewals: the kept answer, then the server's. Asked only for users who may import. */
import { importsRoute } from '../../contract/renewals.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import type { ImportOutcome } from '../../domain/notices/import-notices.ts'
import { useNow } from '../../ui/useNow.ts'

const NONE: readonly ImportOutcome[] = []
const INPUT = {}
/** How often the server is asked while the app is open. */
const ASKED_EVERY_MS = 120_000

export function useImportOutcomes(userId: number, asks: boolean): readonly ImportOutcome[] {
  const round = useNow(ASKED_EVERY_MS)
  const { value } = useAnswer(userId, importsRoute, asks ? INPUT : null, {
    what: 'as importações',
    version: round,
  })
  return value?.data ?? NONE
}
