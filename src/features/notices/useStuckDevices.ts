/**
 * The devices of all users, from which notices about stuck devices are made. `asks`: whether the server is asked at
 * all. docs/rules.md#devices
 */
import { type DeviceEntry, devicesRoute } from '../../contract/devices.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import { useNow } from '../../ui/useNow.ts'

const NONE: readonly DeviceEntry[] = []
const INPUT = {}
/** How often the server is asked while the app is open. */
const ASKED_EVERY_MS = 600_000

export function useStuckDevices(userId: number, asks: boolean): readonly DeviceEntry[] {
  const round = useNow(ASKED_EVERY_MS)
  const { value } = useAnswer(userId, devicesRoute, asks ? INPUT : null, {
    what: 'os aparelhos',
    version: round,
  })
  return value?.data ?? NONE
}
