import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCK_ROWS, TextColumn } from '../../../src/board-index/text-column.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'ç'), maxLength: 4 })
/** Rows around the borders of blocks. */
const row = fc.constantFrom(0, 1, 2, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1, 2 * BLOCK_ROWS)

describe('a column of texts', () => {
  it('finds the same rows as a scan of all texts after any changes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(row, text, text)), (steps) => {
        const column = new TextColumn()
        for (let place = 0; place <= 2 * BLOCK_ROWS; place++) column.set(place, place % 300 === 0 ? 'ab' : '')
        for (const [place, value, words] of steps) {
          column.set(place, value)
          if (words === '') continue
          const all = [...column.values.entries()]
          const containing = all.filter(([, one]) => one.includes(words)).map(([place]) => place)
          const beginning = all.filter(([, one]) => one.startsWith(words)).map(([place]) => place)
          const found = column.containing(words)
          expect([...column.beginningWith(words)]).toEqual(beginning)
          expect([...found]).toEqual(containing)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('serialises a block to one string and restores it', () => {
    const column = new TextColumn()
    for (let place = 0; place < BLOCK_ROWS + 3; place++)
      column.set(place, place % 2 === 0 ? `nome ${place}` : '')
    const copy = new TextColumn()
    for (const block of [0, 1]) copy.restore(block, column.joined(block))
    expect(copy.values).toEqual(column.values)
    expect([...copy.containing(`nome ${BLOCK_ROWS}`)]).toEqual([BLOCK_ROWS])
    copy.set(BLOCK_ROWS, 'outro')
    expect([...copy.containing(`nome ${BLOCK_ROWS}`)]).toEqual([])
    expect([...copy.containing('outro')]).toEqual([BLOCK_ROWS])
  })
})
