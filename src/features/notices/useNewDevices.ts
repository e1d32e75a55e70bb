/** Sign-ins on new devices: the kept answer, then the server's. */
import { newDevicesRoute } from '../../contract/session.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import type { NewDevice } from '../../domain/notices/device-notices.ts'
import { useNow } from '../../ui/useNow.ts'

const NONE: readonly NewDevice[] = []
const INPUT = {}
/** How often the server is asked while the app is open. */
const ASKED_EVERY_MS = 120_000

export function useNewDevices(userId: number, asks: boolean): readonly NewDevice[] {
  const round = useNow(ASKED_EVERY_MS)
  const { value } = useAnswer(userId, newDevicesRoute, asks ? INPUT : null, {
    what: 'as entradas em aparelhos novos',
    version: round,
  })
  return value?.data ?? NONE
}
