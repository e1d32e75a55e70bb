/** What happened to the own account: the kept answer, then the server's. */
import { accountEventsRoute } from '../../contract/session.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import type { AccountEvent } from '../../domain/notices/account-events.ts'
import { useNow } from '../../ui/useNow.ts'

const NONE: readonly AccountEvent[] = []
const INPUT = {}
/** How often the server is asked while the app is open. */
const ASKED_EVERY_MS = 120_000

export function useAccountEvents(userId: number, asks: boolean): readonly AccountEvent[] {
  const round = useNow(ASKED_EVERY_MS)
  const { value } = useAnswer(userId, accountEventsRoute, asks ? INPUT : null, {
    what: 'o que aconteceu na sua conta',
    version: round,
  })
  return value?.data ?? NONE
}
