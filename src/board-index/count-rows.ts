/** Counts over rows of the index: by status, and for Origem by channel. */
import type { Columns } from './columns.ts'

export interface ChannelCounts {
  total: number
  /** Insurances 1 (veículo novo), 2 (veículo usado) and 3 (venda direta): docs/rules.md#channel-menus. */
  vn: number
  vu: number
  vd: number
}

const LETTERS: Readonly<Record<number, 'vn' | 'vu' | 'vd'>> = { 1: 'vn', 2: 'vu', 3: 'vd' }

export function countByStatus(rows: Int32Array, { numbers }: Columns): Map<number, number> {
  const counts = new Map<number, number>()
  const { statuses } = numbers
  let status = -1
  let run = 0
  const close = () => {
    if (run > 0) counts.set(status, (counts.get(status) ?? 0) + run)
  }
  // Rows of a status are mostly contiguous, so the map is read once for each run of them.
  for (let place = 0; place < rows.length; place++) {
    const next = statuses[rows[place] ?? 0] ?? 0
    if (next === status) run += 1
    else {
      close()
      status = next
      run = 1
    }
  }
  close()
  return counts
}

/** Counts the leads of Origem by channel. `rows` are the rows of status 1. */
export function countByChannel(rows: Int32Array, { numbers }: Columns): Map<number, ChannelCounts> {
  const { states, channels, insurances } = numbers
  const byChannel = new Map<number, ChannelCounts>()
  for (const row of rows) {
    if (states[row] !== 1) continue
    const channel = channels[row] ?? 0
    let counts = byChannel.get(channel)
    if (counts === undefined) {
      counts = { total: 0, vn: 0, vu: 0, vd: 0 }
      byChannel.set(channel, counts)
    }
    counts.total += 1
    const letter = LETTERS[insurances[row] ?? 0]
    if (letter !== undefined) counts[letter] += 1
  }
  return byChannel
}
