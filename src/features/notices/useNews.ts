/** Rows of which the user has notices: the kept answer, then the server's, which is asked again while the app is open. */
import type { z } from 'zod'
import type { RouteInput, RouteSpec } from '../../contract/route.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import { useNow } from '../../ui/useNow.ts'

const NONE: readonly never[] = []
const ASKED_EVERY_MS = 120_000

interface NewsOptions<Row> {
  /** What needs the network, for the sentence without it. */
  readonly what: string
  readonly everyMs?: number
  /** Uids of the leads and clients that a row is about. */
  readonly about?: (row: Row) => readonly string[]
}

/** Returns none until the first answer. With `input` null nothing is asked. */
export function useNews<const Spec extends RouteSpec, Row>(
  userId: number,
  route: Spec & { readonly answer: z.ZodType<{ readonly data: readonly Row[] }> },
  input: RouteInput<Spec> | null,
  { what, everyMs = ASKED_EVERY_MS, about }: NewsOptions<Row>,
): readonly Row[] {
  const round = useNow(everyMs)
  const { value } = useAnswer(userId, route, input, {
    what,
    version: round,
    ...(about === undefined ? {} : { about: ({ data }) => data.flatMap(about) }),
  })
  return value?.data ?? NONE
}
