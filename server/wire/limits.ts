/** Limits of calls, counted in the database: all processes of an installation count together. */
import { callbackify } from 'node:util'
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../context/app-context.ts'
import { tooManyAttempts } from '../context/refusal.ts'
import { digest } from '../context/request-key.ts'
import { networkOf } from '../session/login-attempts.ts'

interface Counted {
  readonly hits: number
  readonly endsMs: number
}

/** Processes on several machines count together, and their clocks differ by seconds. */
const CLOCKS_DIFFER_MS = MINUTE_MS

/** More exhausted keys than this are counted in the database alone. */
const MOST_KEPT = 10_000

/**
 * Counts a hit. A key whose window has ended starts anew, and so does one whose window ends later than any can: a clock
 * that was ahead has begun it. docs/rules.md#clock
 */
async function count(
  { store: { db } }: AppContext,
  key: string,
  nowMs: number,
  windowMs: number,
): Promise<Counted> {
  const [now, end, latest] = [nowMs, nowMs + windowMs, nowMs + windowMs + CLOCKS_DIFFER_MS].map((ms) =>
    new Date(ms).toISOString(),
  )
  const isRunning = sql`(r.ends_at > ${now}::timestamptz and r.ends_at <= ${latest}::timestamptz)`
  const { rows } = await sql<{ hits: number; ends_at: string }>`
    insert into rate_limits as r (key, hits, ends_at) values (${key}, 1, ${end})
    on conflict (key) do update set
      hits = case when ${isRunning} then r.hits + 1 else 1 end,
      ends_at = case when ${isRunning} then r.ends_at else excluded.ends_at end
    returning hits, ends_at`.execute(db)
  const [row] = rows
  return { hits: row?.hits ?? 1, endsMs: row === undefined ? nowMs + windowMs : Date.parse(row.ends_at) }
}

/** An exhausted key is not asked for again until its window ends: a flood does not reach the database. */
function databaseStore(context: AppContext) {
  const exhausted = new Map<string, Counted>()

  async function hit(key: string, windowMs: number, max: number): Promise<Counted> {
    const nowMs = context.now()
    const known = exhausted.get(key)
    if (known !== undefined && known.endsMs > nowMs && known.endsMs <= nowMs + windowMs + CLOCKS_DIFFER_MS)
      return known
    exhausted.delete(key)
    const counted = await count(context, key, nowMs, windowMs)
    if (counted.hits > max && exhausted.size < MOST_KEPT) exhausted.set(key, counted)
    return counted
  }

  const counted = callbackify(async (key: string, windowMs: number, max: number) => {
    const { hits, endsMs } = await hit(key, windowMs, max)
    return { current: hits, ttl: Math.max(0, endsMs - context.now()) }
  })

  return class DatabaseStore implements FastifyRateLimitStore {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      timeWindow: number,
      max: number,
    ): void {
      counted(key, timeWindow, max, callback)
    }
    child(): FastifyRateLimitStore {
      return this
    }
  }
}

/** Makes the limits of this plugin's routes possible. */
export async function useLimits(app: FastifyInstance, context: AppContext): Promise<void> {
  await app.register(rateLimit, { global: false, store: databaseStore(context) })
}

export interface Limit {
  /** Names the counter. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
}

/** Counts a call. Returns the seconds to wait beyond the limit, else null. `about` is what it counts by. */
type Counter = (request: FastifyRequest, about?: string) => Promise<number | null>

/** Counts by the network of the caller, or by what the call gives. Only a digest is stored. */
export function counter(app: FastifyInstance, context: AppContext, { name, max, windowMs }: Limit): Counter {
  const about = new WeakMap<FastifyRequest, string>()
  const check = app.createRateLimit({
    max,
    timeWindow: windowMs,
    keyGenerator: (request) =>
      `${name}:${digest(context.epoch, about.get(request) ?? networkOf(request.ip)).slice(0, 32)}`,
  })
  return async (request, given) => {
    if (given !== undefined) about.set(request, given)
    const found = await check(request)
    return found.isAllowed || !found.isExceeded ? null : found.ttlInSeconds
  }
}

/** Throws Refusal `too_many_attempts` with `Retry-After` beyond the limit. */
export type Limiter = (request: FastifyRequest, reply: FastifyReply, about?: string) => Promise<void>

export function limiter(app: FastifyInstance, context: AppContext, limit: Limit): Limiter {
  const wait = counter(app, context, limit)
  return async (request, reply, about) => {
    const seconds = await wait(request, about)
    if (seconds === null) return
    reply.header('retry-after', seconds)
    throw tooManyAttempts(seconds)
  }
}
