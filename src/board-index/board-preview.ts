/**
 * The beginning of the board as the window keeps it: what stands first in each status. A tab, a channel or a filter that it
 * can answer shows its first cards without a way to the worker and back; the whole comes from the index after that.
 */
import type { BoardView } from '../domain/board/board-view.ts'
import type { BoardIndex } from './board-index.ts'
import { firstFound, REHEARSED, type Stretch } from './first-found.ts'
import type { TextColumn } from './text-column.ts'
import type { TestedColumns } from './view-matcher.ts'

/** Of each status: enough for a screen full of what every tenth lead fulfils, and some 100 kB. */
export const PREVIEW_ROWS = 1024

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

/** In the order of the statuses. */
export type BoardPreviewData = readonly Beginning[]

type Column = Float64Array | Uint32Array | Uint8Array

/** By hand: `from` with a callback takes ten times as long, and the worker answers nobody meanwhile. */
function gather<Kind extends Column>(column: Kind, rows: Int32Array, into: Kind): Kind {
  for (let place = 0; place < rows.length; place++) into[place] = column[rows[place] ?? 0] ?? 0
  return into
}

function gatherLines(column: TextColumn, rows: Int32Array): string {
  let lines = ''
  for (let place = 0; place < rows.length; place++)
    lines += `${place === 0 ? '' : '\n'}${column.get(rows[place] ?? 0)}`
  return lines
}

function beginningOf({ columns }: BoardIndex, status: number, all: Int32Array): Beginning {
  const rows = all.subarray(0, PREVIEW_ROWS)
  const { numbers, texts } = columns
  const { length } = rows
  return {
    status,
    whole: length === all.length,
    numbers: {
      created: gather(numbers.created, rows, new Float64Array(length)),
      ids: gather(numbers.ids, rows, new Uint32Array(length)),
      brokers: gather(numbers.brokers, rows, new Uint32Array(length)),
      channels: gather(numbers.channels, rows, new Uint32Array(length)),
      insurances: gather(numbers.insurances, rows, new Uint32Array(length)),
      states: gather(numbers.states, rows, new Uint8Array(length)),
    },
    uids: gatherLines(texts.uids, rows),
    names: gatherLines(texts.names, rows),
    documents: gatherLines(texts.documents, rows),
  }
}

export const boardPreviewOf = (index: BoardIndex): BoardPreviewData =>
  index.statuses().map(({ status, rows }) => beginningOf(index, status, rows))

class Lines {
  readonly #lines: readonly string[]

  constructor(joined: string) {
    this.#lines = joined.split('\n')
  }

  get(row: number): string {
    return this.#lines[row] ?? ''
  }
}

const placesOf = (count: number) => Int32Array.from({ length: count }, (_, place) => place)

export class BoardPreview {
  readonly #stretches: readonly Stretch[]

  constructor(beginnings: BoardPreviewData) {
    this.#stretches = beginnings.map(({ status, whole, numbers, uids, names, documents }) => {
      const lines = new Lines(uids)
      return {
        status,
        whole,
        columns: { numbers, texts: { names: new Lines(names), documents: new Lines(documents) } },
        rows: placesOf(numbers.ids.length),
        uid: (row) => lines.get(row),
      }
    })
  }

  /** The first leads of the view; null where so many are not among these rows, though there may be more. */
  first(view: BoardView, limit: number): readonly string[] | null {
    return view.kind === 'schedules' ? null : firstFound(view, this.#stretches, limit)
  }

  /** Asks itself what a user may ask: a millisecond or two. */
  rehearse(): void {
    for (const { status } of this.#stretches) this.first({ kind: 'results', filters: REHEARSED, status }, 40)
  }
}
