/**
 * Lines of the log about one failure, once a minute: a PostgreSQL that is away for half a minute fails hundreds of requests
 * by one cause. The first line of a minute is whole, and one at its end counts the others. docs/operations.md#log
 */
import type { FastifyServerOptions } from 'fastify'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'

/** As pino has them, which comes with Fastify. */
type LoggerOptions = Extract<FastifyServerOptions['logger'], { hooks?: unknown }>
type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

const WARN = 40
/** More kinds of failures than that at once are written as they come. */
const MOST_KINDS = 200

/** What a line is about: its words, and type and code of its error. A message without its numbers. */
function kindOf([first, words]: readonly unknown[]): string | null {
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : null
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  return `${String(words)} ${error.name} ${code} ${error.message.replaceAll(/\d+/gu, '0')}`
}

interface Repeated {
  count: number
  readonly timer: NodeJS.Timeout
  readonly tell: () => void
}

export interface CollapsedLog {
  /** The hook `logMethod` of pino. */
  readonly logMethod: LogMethod
  /** Writes what is still counted. */
  readonly end: () => void
}

export function collapsedLog(everyMs = MINUTE_MS): CollapsedLog {
  const repeated = new Map<string, Repeated>()
  return {
    logMethod(args, method, level) {
      const kind = level < WARN ? null : kindOf(args)
      const before = kind === null ? undefined : repeated.get(kind)
      if (before !== undefined) {
        before.count += 1
        return
      }
      method.apply(this, args)
      if (kind === null || repeated.size >= MOST_KINDS) return
      const tell = () => {
        const { count = 0 } = repeated.get(kind) ?? {}
        repeated.delete(kind)
        if (count > 0) method.apply(this, [{ repeated: count }, `${String(args[1])}, the same again`])
      }
      repeated.set(kind, { count: 0, timer: setTimeout(tell, everyMs).unref(), tell })
    },
    end: () => {
      for (const { timer, tell } of repeated.values()) {
        clearTimeout(timer)
        tell()
      }
    },
  }
}
