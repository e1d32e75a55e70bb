/** Indications that wait for a look: the kept answer, then the server's. `asks`: whether the server is asked at all. */
import { type HeldIndication, heldIndicationsRoute } from '../../contract/held-indications.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import { useNow } from '../../ui/useNow.ts'

const NONE: readonly HeldIndication[] = []
const INPUT = {}
/** How often the server is asked while the app is open. */
const ASKED_EVERY_MS = 120_000

export function useHeldIndications(userId: number, asks: boolean): readonly HeldIndication[] {
  const round = useNow(ASKED_EVERY_MS)
  const { value } = useAnswer(userId, heldIndicationsRoute, asks ? INPUT : null, {
    what: 'as indicações suspeitas',
    version: round,
  })
  return value?.data ?? NONE
}
