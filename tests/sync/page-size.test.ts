import { describe, expect, it } from 'vitest'
import { PageSize } from '../../src/sync/page-size.ts'

describe('the size of a page', () => {
  it('begins with 250 rows, halves with each failed pull, down to 25, and doubles with each answer, up to 2000', () => {
    const size = new PageSize()
    expect(size.rows).toBe(250)
    size.failed()
    size.failed()
    expect(size.rows).toBe(62)
    for (let time = 0; time < 10; time++) size.failed()
    expect(size.rows).toBe(25)
    size.arrived()
    expect(size.rows).toBe(50)
    for (let time = 0; time < 10; time++) size.arrived()
    expect(size.rows).toBe(2000)
  })
})
