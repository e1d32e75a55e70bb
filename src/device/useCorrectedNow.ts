/** The server's clock as this device knows it, as state: a tablet with a wrong clock must not show other buttons. */
import { useLiveQuery } from 'dexie-react-hooks'
import { correctedNow } from '../db/command-context.ts'
import { openMirror } from '../db/mirror.ts'
import { useNow } from '../ui/useNow.ts'

const EVERY_MS = 30_000

/** Epoch ms. */
export function useCorrectedNow(userId: number): number {
  const now = useNow(EVERY_MS)
  const offset = useLiveQuery(() => correctedNow(openMirror(userId), 0), [userId]) ?? 0
  return now + offset
}
