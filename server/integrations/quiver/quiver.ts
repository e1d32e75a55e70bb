/**
 * Quiver's sales service: POST {url}/login {user, password} answers {token, uid}; GET {url}/sales?from=&to=&product= and
 * GET {url}/products go with the bearer token and the header `uid`. The token is kept, and renewed once when it is
 * refused.
 */

import type { z } from 'zod'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import type { QuiverConfig } from '../../base/settings/integrations.ts'
import { unavailable } from '../../context/refusal.ts'
import { askService } from '../ask-service.ts'
import { entrySchema, productsSchema, salesSchema } from './read-answers.ts'

/** refused: user and password, or the token twice; busy: too many calls; silent: no answer that can be read, in time. */
type QuiverFailure = 'refused' | 'busy' | 'silent'

export type QuiverAnswer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'failed'; readonly failure: QuiverFailure; readonly reason: string }

export interface SalesQuestion extends DayRange {
  readonly product: number | undefined
}

export interface QuiverService {
  sales(question: SalesQuestion): Promise<QuiverAnswer<z.output<typeof salesSchema>>>
  products(): Promise<QuiverAnswer<z.output<typeof productsSchema>>>
}

/** Of one question with all its calls. */
const LIMIT_MS = 15_000
/** A year of sales, in characters. */
const LONGEST = 32 * 1024 * 1024

const failed = (failure: QuiverFailure, reason: string) => ({ kind: 'failed', failure, reason }) as const

const statusFailure = (status: number) =>
  failed(
    status === 429 ? 'busy' : status === 401 || status === 403 ? 'refused' : 'silent',
    `status ${status}`,
  )

export function quiver({ url, user, password }: QuiverConfig, limitMs = LIMIT_MS): QuiverService {
  const base = url.replace(/\/+$/, '')
  let entry: ReturnType<typeof enter> | null = null

  async function enter(timeoutMs: number): Promise<QuiverAnswer<z.output<typeof entrySchema>>> {
    const json = { user, password }
    const answer = await askService({ url: `${base}/login`, json, timeoutMs, schema: entrySchema })
    if (answer.kind === 'ok') return answer
    return answer.kind === 'refused'
      ? statusFailure(answer.status)
      : failed('silent', `login: ${answer.reason}`)
  }

  async function ask<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
  ): Promise<QuiverAnswer<z.output<Schema>>> {
    const end = performance.now() + limitMs
    const left = () => Math.max(1, Math.ceil(end - performance.now()))
    for (let isRenewed = false; ; isRenewed = true) {
      entry ??= enter(left())
      const mine = entry
      const forget = () => {
        // Another question may have entered again meanwhile.
        if (entry === mine) entry = null
      }
      const entered = await mine
      if (entered.kind === 'failed') {
        forget()
        return entered
      }
      const { token, uid } = entered.value
      const answer = await askService({
        url: `${base}${path}`,
        token,
        headers: { uid },
        timeoutMs: left(),
        schema,
        longest: LONGEST,
      })
      if (answer.kind === 'ok') return answer
      if (answer.kind === 'unreachable') return failed('silent', answer.reason)
      if (answer.status === 401) forget()
      if (answer.status !== 401 || isRenewed) return statusFailure(answer.status)
    }
  }

  return {
    sales: ({ from, to, product }) => {
      const query = new URLSearchParams({
        from,
        to,
        ...(product === undefined ? {} : { product: String(product) }),
      })
      return ask(`/sales?${query.toString()}`, salesSchema)
    },
    products: () => ask('/products', productsSchema),
  }
}

const QUIVER_FAILURES = {
  refused: 'O Quiver recusou o usuário ou a senha.',
  busy: 'O Quiver recebeu consultas demais. Teste de novo em alguns minutos.',
  silent: 'O Quiver não respondeu como esperado.',
} as const

export async function testQuiver(service: QuiverService): Promise<string> {
  const answer = await service.products()
  if (answer.kind === 'failed') throw unavailable(QUIVER_FAILURES[answer.failure])
  return `O Quiver respondeu: ${answer.value.rows.length} produtos.`
}
