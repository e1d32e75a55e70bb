/**
 * The board preview: the first rows of each status, held by the window. A tab, a channel or a filter that these rows
 * can answer shows its first cards without a message to the worker. The index then provides the rest.
 */
import type { BoardView } from '../domain/board/board-view.ts'
import type { BoardIndex } from './board-index.ts'
import { firstFound, REHEARSED, type Stretch } from './first-found.ts'
import type { TextColumn } from './text-column.ts'
import type { TestedColumns } from './view-matcher.ts'

/** Rows of each status: enough for a screen of a filter that every tenth lead matches. Some 100 kB a status. */
export const PREVIEW_ROWS = 1024

/** The first rows of a status in board order. Plain data, because it crosses a thread. */
interface Beginning {
  readonly status: number
  /** Whether these are all rows of the status. */
  readonly whole: boolean
  readonly numbers: TestedColumns['numbers']
  /** One line for each row, as in the columns below. */
  readonly uids: string
  readonly names: string
  readonly documents: string
  readonly oldNumbers: string
}

/** Ordered by status. */
export type BoardPreviewData = readonly Beginning[]

type Column = Float64Array | Uint32Array | Uint8Array

/** A loop, because `from` with a callback takes ten times as long and blocks the worker. */
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
    oldNumbers: gatherLines(texts.oldNumbers, rows),
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
    this.#stretches = beginnings.map(({ status, whole, numbers, uids, ...joined }) => {
      const lines = new Lines(uids)
      return {
        status,
        whole,
        columns: {
          numbers,
          texts: {
            names: new Lines(joined.names),
            documents: new Lines(joined.documents),
            oldNumbers: new Lines(joined.oldNumbers),
          },
        },
        rows: placesOf(numbers.ids.length),
        uid: (row) => lines.get(row),
      }
    })
  }

  /** Returns the first `limit` leads of the view, or null when these rows may not contain all of them. */
  first(view: BoardView, limit: number): readonly string[] | null {
    return view.kind === 'schedules' ? null : firstFound(view, this.#stretches, limit)
  }

  /** Runs typical questions once, so that the browser compiles the code. Takes a millisecond or two. */
  rehearse(): void {
    for (const { status } of this.#stretches) this.first({ kind: 'results', filters: REHEARSED, status }, 40)
  }
}
