import { expect, it } from 'vitest'
import { sliceOf } from '../../../scripts/proof/slice.ts'

const commits = Array.from({ length: 400 }, (_, place) => (place * 7919).toString(16).padStart(12, '0'))

it('the same commit runs the same slice', () => {
  expect(sliceOf('52a1e8b9c0ffee')).toEqual(sliceOf('52a1e8b9c0ffee'))
})

it('over time both databases see every part of the simulation', () => {
  const seen = new Set(
    commits.map((commit) => sliceOf(commit)).map(({ env }) => `${env.TEST_DATABASE} ${env.SLICE}`),
  )
  expect([...seen].toSorted()).toEqual(
    ['pglite', 'postgres'].flatMap((database) =>
      Array.from({ length: 12 }, (_, part) => `${database} ${part}/12`).toSorted(),
    ),
  )
})

it('over time other random requests are sent', () => {
  expect(new Set(commits.map((commit) => sliceOf(commit).env.FUZZ_SEED)).size).toBeGreaterThan(15)
})
