/** How often the client did not answer today, by the kept history and by what waits here: docs/rules.md#outcomes */
import { setCallResult } from '../commands/lead-calls.ts'
import { missedOnDay, type ToldResult } from '../domain/day/missed-calls.ts'
import { saoPauloDay } from '../domain/time/sao-paulo.ts'
import { timelinesOf } from './mirror/timelines.ts'
import { queueOf } from './outbox/lead-queue.ts'
import { isReplayed } from './outbox/replay.ts'
import type { MirrorDb } from './schema/mirror.ts'

/** Works in a live query. */
export async function missedToday(db: MirrorDb, leadUid: string, nowMs: number): Promise<number> {
  const [[entries = []], queue] = await Promise.all([timelinesOf(db, [leadUid]), queueOf(db, leadUid)])
  const told = entries
    .toSorted((one, other) => one.id - other.id)
    .flatMap(({ occurred_at, changes: { call_result } }): ToldResult[] =>
      call_result === undefined ? [] : [{ at: occurred_at, ...call_result }],
    )
  const waiting = queue.filter(isReplayed).flatMap(({ command, args, occurredAt }): ToldResult[] => {
    const answer = command === setCallResult.name ? setCallResult.args.safeParse(args).data : undefined
    if (answer === undefined) return []
    const { call_uid: uid, status } = answer
    return [
      { at: occurredAt, before: { uid, status: 0, duration: null }, after: { uid, status, duration: null } },
    ]
  })
  return missedOnDay([...told, ...waiting], saoPauloDay(nowMs))
}
