/**
 * What was typed and not sent, so that a closed tab loses nothing. Local storage, by the inviter's code: what was typed
 * for one inviter is not offered in the form of another. It is deleted when the form is sent, and after a week. On a device
 * that somebody protected it is in the memory of the page alone.
 */
import * as z from 'zod/mini'
import { EMPTY_INDICATION, sameIndication, type TypedIndication } from '../domain/indication/form.ts'
import { keptIndication } from '../domain/indication/kept-typed.ts'
import { DAY_MS } from '../domain/time/durations.ts'
import { parsed, stored } from './local-store.ts'
import { isMemoryOnly } from './memory-only.ts'

const PREFIX = 'farol_indicacao_'
/** The notice above the form names these days. */
export const KEPT_DAYS = 7

const savedSchema = z.object({ savedAt: z.number() })

/** Instead of local storage. */
const memory = new Map<string, TypedIndication>()

/** Whether the end of the page would lose what was typed. */
export const hasTypedInMemory = (): boolean => memory.size > 0

/** Returns what was typed for this inviter, or null. Deletes what is older than a week, for every inviter. */
export function readTyped(code: string, nowMs: number): TypedIndication | null {
  if (!isMemoryOnly()) return readStored(code, nowMs)
  // Typed before the device was protected: it leaves the disk.
  const before = readStored(code, nowMs)
  if (before === null) return memory.get(code) ?? null
  memory.set(code, before)
  dropStored(code)
  return before
}

function readStored(code: string, nowMs: number): TypedIndication | null {
  return stored((store) => {
    for (const key of Object.keys(store).filter((each) => each.startsWith(PREFIX))) {
      const savedAt = savedSchema.safeParse(parsed(store.getItem(key))).data?.savedAt ?? 0
      if (nowMs - savedAt > KEPT_DAYS * DAY_MS) store.removeItem(key)
    }
    return keptIndication(parsed(store.getItem(PREFIX + code)))?.values ?? null
  })
}

/** Keeps the values in place of earlier ones. Empty values leave nothing. */
export function keepTyped(code: string, values: TypedIndication, nowMs: number): void {
  if (isMemoryOnly()) {
    if (sameIndication(values, EMPTY_INDICATION)) memory.delete(code)
    else memory.set(code, values)
    return
  }
  stored((store) => {
    if (sameIndication(values, EMPTY_INDICATION)) store.removeItem(PREFIX + code)
    else store.setItem(PREFIX + code, JSON.stringify({ values, savedAt: nowMs }))
  })
}

export function dropTyped(code: string): void {
  memory.delete(code)
  dropStored(code)
}

function dropStored(code: string): void {
  stored((store) => store.removeItem(PREFIX + code))
}
