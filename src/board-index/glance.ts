/**
 * The beginning of the board as the window keeps it: what stands first in each status. A tab, a channel or a filter that it
 * can answer shows its first cards without a way to the worker and back; the whole comes from the index after that.
 */
import type { BoardView } from '../domain/board/board-view.ts'
import type { BoardIndex } from './board-index.ts'
import type { Numbers } from './columns.ts'
import { everyTest, type TestedColumns } from './view-matcher.ts'

/** Of each status: enough for a screen full of what every tenth lead fulfils, and some 100 kB. */
const ROWS = 1024

/** The first rows of a status in their order. Plain data: it crosses a thread. */
interface Beginning {
  readonly status: number
  /** The status has no more than these. */
  readonly whole: boolean
  readonly numbers: TestedColumns['numbers']
  /** One a line. */
  readonly uids: string
  readonly names: string
  readonly documents: string
}

export interface GlanceData {
  /** That of the index when it was taken. */
  readonly revision: number
  /** In the order of the statuses. */
  readonly beginnings: readonly Beginning[]
}

function beginningOf({ columns }: BoardIndex, status: number, all: Int32Array): Beginning {
  const rows = all.subarray(0, ROWS)
  const { numbers, texts } = columns
  const floats = (column: Numbers['created']) => Float64Array.from(rows, (row) => column[row] ?? 0)
  const counts = (column: Numbers['ids']) => Uint32Array.from(rows, (row) => column[row] ?? 0)
  const lines = (column: typeof texts.names) => Array.from(rows, (row) => column.get(row)).join('\n')
  return {
    status,
    whole: rows.length === all.length,
    numbers: {
      created: floats(numbers.created),
      ids: counts(numbers.ids),
      brokers: counts(numbers.brokers),
      channels: counts(numbers.channels),
      insurances: counts(numbers.insurances),
      states: Uint8Array.from(rows, (row) => numbers.states[row] ?? 0),
    },
    uids: lines(texts.uids),
    names: lines(texts.names),
    documents: lines(texts.documents),
  }
}

export function glanceOf(index: BoardIndex, revision: number): GlanceData {
  const beginnings = index.statuses().map(({ status, rows }) => beginningOf(index, status, rows))
  return { revision, beginnings }
}

class Lines {
  readonly #lines: readonly string[]

  constructor(joined: string) {
    this.#lines = joined.split('\n')
  }

  get(row: number): string {
    return this.#lines[row] ?? ''
  }
}

interface ReadBeginning extends TestedColumns {
  readonly status: number
  readonly whole: boolean
  readonly length: number
  readonly uids: Lines
}

export class Glance {
  readonly #beginnings: readonly ReadBeginning[]

  constructor({ beginnings }: GlanceData) {
    this.#beginnings = beginnings.map(({ status, whole, numbers, uids, names, documents }) => ({
      status,
      whole,
      length: numbers.ids.length,
      numbers,
      uids: new Lines(uids),
      texts: { names: new Lines(names), documents: new Lines(documents) },
    }))
  }

  /** The first leads of the view; null where so many are not among these rows, though there may be more. */
  first(view: BoardView, limit: number): readonly string[] | null {
    if (view.kind === 'schedules') return null
    const uids: string[] = []
    for (const beginning of this.#beginnings) {
      if (view.status !== undefined && view.status !== beginning.status) continue
      const tests = everyTest(view, beginning)
      for (let row = 0; row < beginning.length && uids.length < limit; row++)
        if (tests.every((passes) => passes(row))) uids.push(beginning.uids.get(row))
      if (uids.length === limit) break
      if (!beginning.whole) return null
    }
    return uids
  }
}
