/** A screen's data from a call: the kept answer at once, then the server's, which is kept, too. */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { call } from '../api/call.ts'
import type { CallResult } from '../api/call-result.ts'
import type { RouteInput, RouteSpec } from '../contract/route.ts'
import { asStorageFull } from '../db/access/storage-full.ts'
import {
  answerKey,
  dropAnswer,
  keepAnswer,
  mirrorGeneration,
  noteUse,
  readAnswer,
} from '../db/mirror/answers.ts'
import { openMirror } from '../db/open.ts'
import { failureWords, online } from './online.ts'
import { useClockOffset } from './useCorrectedNow.ts'
import { useReconnections } from './useSyncStatus.ts'

export interface AnswerProblem {
  readonly words: string
  /** No answer of the server, as opposed to a refusal. */
  readonly isOffline: boolean
}

interface NoValue {
  readonly value: undefined
  readonly at: undefined
  readonly dataAt: undefined
}

interface Known<Value> {
  readonly value: Value
  /** When the value arrived, epoch ms of this device's clock. */
  readonly at: number
  /** The same by the server's clock, to be shown. */
  readonly dataAt: number
}

/** `problem`: why the last call brought nothing. */
export type Answer<Value> = { /** Asks again. */ readonly refresh: () => void } & (
  | (NoValue & { readonly state: 'unasked' | 'loading'; readonly problem: null })
  | (NoValue & { readonly state: 'failed'; readonly problem: AnswerProblem })
  /** kept: of an earlier visit, while this visit's is on its way. */
  | (Known<Value> & { readonly state: 'fresh' | 'kept'; readonly problem: null })
  | (Known<Value> & { readonly state: 'stale'; readonly problem: AnswerProblem })
)

interface AnswerOptions<Value> {
  /** What needs the network, for the sentence without it: 'a verificação de propostas'. */
  readonly what: string
  /** In place of a key made of route and input, where others keep the same answer. */
  readonly key?: string
  /** Uid of the lead with which the answer leaves the device. */
  readonly lead?: string
  /** Uids of the leads and clients that the answer is about. */
  readonly about?: (value: Value) => readonly string[]
  /** Keeps the answer whatever its age: docs/rules.md#pinned-reports */
  readonly pinned?: boolean
  /** false: the answer is not kept, such as the answer to a search. Default: true. */
  readonly keeps?: boolean
  /** Another value asks again, such as the version of a row. */
  readonly version?: number
}

interface Arrived<Value> {
  readonly at: number
  readonly value: Value
}

/** `arrived`: null when no call of this visit succeeded. */
type Outcome<Value> = { readonly key: string } & (
  | { readonly arrived: Arrived<Value>; readonly problem: null }
  | { readonly arrived: Arrived<Value> | null; readonly problem: AnswerProblem }
)

const NO_VALUE: NoValue = { value: undefined, at: undefined, dataAt: undefined }

/** A refusal with this status says that the data are not the user's. */
const GONE = [403, 404, 410]

const isGone = (result: CallResult<unknown>) => result.kind === 'refused' && GONE.includes(result.status)

/** With `input` null nothing is asked. */
export function useAnswer<const Spec extends RouteSpec, Schema extends z.ZodType>(
  userId: number,
  route: Spec & { readonly answer: Schema },
  input: RouteInput<Spec> | null,
  options: AnswerOptions<z.output<Schema>>,
): Answer<z.output<Schema>> {
  const { what, lead, about, version, pinned = false, keeps = true } = options
  const schema: Schema = route.answer
  const key = input === null ? null : (options.key ?? answerKey(route, input))
  const reconnections = useReconnections(userId)
  const clockOffset = useClockOffset(userId)
  const [round, setRound] = useState(0)
  const [outcome, setOutcome] = useState<Outcome<z.output<Schema>> | null>(null)
  const read = useLiveQuery(
    async () => (key === null ? null : { key, record: await readAnswer(openMirror(userId), key) }),
    [userId, key],
  )

  useEffect(() => {
    if (key === null || input === null) return
    const stopped = new AbortController()
    const { signal } = stopped
    const ask = async () => {
      const db = openMirror(userId)
      const generation = await mirrorGeneration(db)
      const result = await online((token) => call(route, { ...input, token, signal }))
      if (signal.aborted) return
      const words = failureWords(result, what)
      if (words !== null) {
        const problem = { words, isOffline: result.kind === 'unreachable' }
        setOutcome((last) => ({ key, arrived: last?.key === key ? last.arrived : null, problem }))
      }
      if (isGone(result)) await dropAnswer(db, key)
      else if (result.kind === 'unreachable')
        await noteUse(db, key, Date.now()).catch(() => {
          // The disk is full, or the user has signed out: the answer shows all the same.
        })
      if (result.kind !== 'ok') return
      const arrived = { at: Date.now(), value: result.value }
      setOutcome({ key, arrived, problem: null })
      if (!keeps) return
      const named = about?.(result.value)
      const answer = {
        key,
        ...arrived,
        ...(pinned ? { pinned } : {}),
        ...(named ? { about: named } : {}),
        ...(lead ? { lead } : {}),
      }
      await keepAnswer(db, answer, generation)
    }
    ask().catch((error: unknown) => {
      // The answer shows, but it could not be kept. A page that the user has left has nothing to say.
      if (signal.aborted) return
      const full = asStorageFull(error)
      const words = full instanceof Error ? full.message : String(full)
      setOutcome((last) => (last === null ? last : { ...last, problem: { words, isOffline: false } }))
    })
    return () => stopped.abort()
    // The key names route and input.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [userId, key, version, round, reconnections])

  const refresh = () => setRound((last) => last + 1)
  const mine = outcome?.key === key ? outcome : null
  const kept = read?.key === key ? read.record : undefined
  // What this visit's call brought is parsed already, and the same when it is read back from the store.
  const stored = kept !== undefined && kept.at > (mine?.arrived?.at ?? 0) ? kept.value : undefined
  // An answer that an earlier version of the app kept in another shape counts as none.
  const parsed = useMemo(
    () => (stored === undefined ? undefined : z.safeParse(schema, stored).data),
    [schema, stored],
  )
  const known = kept !== undefined && parsed !== undefined ? { at: kept.at, value: parsed } : mine?.arrived
  if (known) {
    const shown = { ...known, dataAt: known.at + clockOffset, refresh }
    if (mine === null) return { ...shown, state: 'kept', problem: null }
    return mine.problem === null
      ? { ...shown, state: 'fresh', problem: null }
      : { ...shown, state: 'stale', problem: mine.problem }
  }
  // The store may still have a value after the call has failed.
  const isSettled = mine !== null && read?.key === key
  return isSettled && mine.problem !== null
    ? { ...NO_VALUE, state: 'failed', problem: mine.problem, refresh }
    : { ...NO_VALUE, state: key === null ? 'unasked' : 'loading', problem: null, refresh }
}
