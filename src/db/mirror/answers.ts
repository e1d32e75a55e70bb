/**
 * Kept answers: what the server last answered to a call, for screens whose data the mirror does not contain. A screen
 * shows the kept answer, with its time, when the server cannot be reached.
 */
import { DAY_MS } from '../../domain/time/durations.ts'
import { whilePresent } from '../access/presence.ts'
import { jsonLength } from '../schema/json-length.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { AnswerRecord } from '../schema/records.ts'
import { PULL_STATE } from '../schema/records.ts'
import { readMeta } from './meta.ts'
import { numberIn } from './pull-state.ts'

/** Answers may contain personal data, so they are deleted after a month. */
const KEPT_FOR_MS = 30 * DAY_MS
/** How many answers are kept, those used last. The answers of leads on the device do not count, here and below. */
export const MOST_ANSWERS = 300
/** How long all of them may be together, as JSON. */
export const MOST_BYTES = 50_000_000

export interface NewAnswer {
  readonly key: string
  readonly value: unknown
  /** When it arrived, epoch ms of the device's clock. */
  readonly at: number
  /** Uids of the leads and clients that it is about. `dropAnswersAbout` deletes it with any of them. */
  readonly about?: readonly string[]
  /** Uid of its only lead. It is kept while that lead is on the device, whatever its age. */
  readonly lead?: string
  /** It stays whatever its age, and however many there are. Absent: as the answer before it. */
  readonly pinned?: boolean
}

function sortedParts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedParts)
  if (typeof value !== 'object' || value === null) return value
  const present = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(
    present
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sortedParts(part)]),
  )
}

/** The key of an answer: the call and what it was asked with. The order of the input's fields does not matter. */
export function answerKey({ method, path }: { method: string; path: string }, input: object): string {
  return `${method} ${path} ${JSON.stringify(sortedParts(input))}`
}

/** Method and path of a key of `answerKey`, and the input as text. */
const KEY_PARTS = /^(\S+ \S+ )(\{.*\})$/s

/** The key under which the device keeps it. A protected device does not show the input, which may name a person. */
function storedKey({ sealer }: MirrorDb, key: string): string {
  const [, call, input] = KEY_PARTS.exec(key) ?? []
  return sealer === null || call === undefined || input === undefined
    ? key
    : call + sealer.blind('answer', input)
}

export function readAnswer(db: MirrorDb, key: string): Promise<AnswerRecord | undefined> {
  return db.answers.get(storedKey(db, key))
}

interface KeptAnswer extends AnswerRecord {
  /** What it was asked with. */
  readonly input: unknown
}

/** The answers of one call, whatever it was asked with, the latest first. */
export async function answersOf(
  db: MirrorDb,
  { method, path }: { method: string; path: string },
): Promise<KeptAnswer[]> {
  const start = `${method} ${path} `
  const found = await db.answers.where('key').startsWith(start).toArray()
  return found
    .map((record) => {
      const key = record.asked ?? record.key
      return { ...record, key, input: JSON.parse(key.slice(start.length)) }
    })
    .toSorted((one, other) => other.at - one.at)
}

/**
 * Names the state of the mirror in which a question is asked: null when nothing is mirrored. A wipe and a reset change
 * it, so an answer that was asked before and arrives after them is not kept.
 */
export async function mirrorGeneration(db: MirrorDb): Promise<number | null> {
  return numberIn(await readMeta(db, PULL_STATE), 'generation')
}

/**
 * Keeps an answer that was asked in `generation`. Returns false, and writes nothing, when the mirror was wiped or reset
 * since, or when the answer's lead is not on the device.
 */
export function keepAnswer(db: MirrorDb, answer: NewAnswer, generation: number | null): Promise<boolean> {
  const { value, at, about = [], lead } = answer
  const key = storedKey(db, answer.key)
  const record: AnswerRecord = {
    key,
    ...(key === answer.key ? {} : { asked: answer.key }),
    at,
    value,
    about: [...about, ...(lead === undefined ? [] : [lead])],
    bytes: jsonLength(value),
    ...(lead === undefined ? { until: at + KEPT_FOR_MS, used: at } : {}),
  }
  const tables = [db.answers, db.meta, ...(lead === undefined ? [] : [db.leads])]
  return whilePresent(() =>
    db.transaction('rw', tables, async () => {
      if (generation === null || (await mirrorGeneration(db)) !== generation) return false
      if (lead !== undefined && (await db.leads.get(lead)) === undefined) return false
      const pinned = answer.pinned ?? (await db.answers.get(key))?.pinned ?? false
      await db.answers.put(pinned ? { ...record, pinned } : record)
      await dropBeyond(db)
      return true
    }),
  )
}

/** Deletes what is too much, from the one not used for the longest time on. Pinned answers stay. */
async function dropBeyond(db: MirrorDb): Promise<void> {
  const kept: { key: string; bytes: number }[] = []
  await db.answers.orderBy('[used+bytes]').eachKey((place, { primaryKey }) => {
    kept.push({ key: primaryKey, bytes: Array.isArray(place) ? Number(place[1]) : 0 })
  })
  let count = kept.length
  let sum = kept.reduce((total, { bytes }) => total + bytes, 0)
  for (const { key, bytes } of kept) {
    if (count <= MOST_ANSWERS && sum <= MOST_BYTES) return
    if ((await db.answers.get(key))?.pinned === true) continue
    await db.answers.delete(key)
    count -= 1
    sum -= bytes
  }
}

/** Notes that an answer was shown without a newer one. Those of leads have no such time. */
export async function noteUse(db: MirrorDb, key: string, at: number): Promise<void> {
  await whilePresent(() =>
    db.answers
      .where('key')
      .equals(storedKey(db, key))
      .filter(({ used }) => used !== undefined)
      .modify({ used: at }),
  )
}

/** The server refused the call for good: what it answered before is not this user's any more. */
export async function dropAnswer(db: MirrorDb, key: string): Promise<void> {
  await db.answers.delete(storedKey(db, key))
}

/**
 * Deletes the answers about any of these leads or clients, by uid. Works alone and inside a transaction that
 * includes `answers`.
 */
export async function dropAnswersAbout(db: MirrorDb, uids: readonly string[]): Promise<void> {
  await db.answers.where('about').anyOf(uids).delete()
}

/** Deletes the answers that do not belong to a lead: the user's scope changed, and they were given for the old one. */
export async function dropAnswersOfScope(db: MirrorDb): Promise<void> {
  await db.answers.orderBy('until').delete()
}

/**
 * Deletes answers older than a month that are not pinned, and all of a device without mirrored data. Such a device was
 * wiped by a tab with an earlier version of the app, which knows no answers. It writes timelines of its own, which are
 * deleted, too.
 */
export function dropOldAnswers(db: MirrorDb, nowMs: number): Promise<void> {
  return db.transaction('rw', db.answers, db.formerTimelines, db.meta, async () => {
    await db.formerTimelines.clear()
    if ((await mirrorGeneration(db)) === null) await db.answers.clear()
    else
      await db.answers
        .where('until')
        .below(nowMs)
        .filter(({ pinned }) => pinned !== true)
        .delete()
  })
}
