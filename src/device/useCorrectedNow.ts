/** The server's clock as this device knows it, as state: a tablet with a wrong clock must not show other buttons. */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../db/mirror/mirror.ts'
import { correctedNow } from '../db/outbox/command-context.ts'
import { useNow } from '../ui/useNow.ts'

const EVERY_MS = 30_000

const useOffset = (userId: number): number =>
  useLiveQuery(async () => correctedNow(openMirror(userId), 0), [userId]) ?? 0

/** Epoch ms. */
export function useCorrectedNow(userId: number): number {
  return useNow(EVERY_MS) + useOffset(userId)
}

/**
 * The same clock to be asked at the moment of a choice: a date that a form fills in must not lie before what a command
 * dated half a minute ago.
 */
export function useCorrectedClock(userId: number): () => number {
  const offset = useOffset(userId)
  return () => Date.now() + offset
}
