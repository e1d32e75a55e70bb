import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { API_CORE, leftOutOf, leftOutOfApi } from '../../../scripts/proof/api-slice.ts'
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

const apiFiles = readdirSync('tests/api', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.test.ts'),
)
const isCore = (file: string) => API_CORE.some((core) => file.startsWith(core))
const runOf = (part: number) => apiFiles.filter((file) => !leftOutOf(apiFiles, part).includes(file))

it('each test file of the API runs with one commit of six, and those of the core with each', () => {
  const runs = [0, 1, 2, 3, 4, 5].flatMap(runOf)
  expect(apiFiles.map((file) => [file, runs.filter((one) => one === file).length])).toEqual(
    apiFiles.map((file) => [file, isCore(file) ? 6 : 1]),
  )
  expect(runOf(6)).toEqual(runOf(0))
})

it('every line of the core names a test file', () => {
  expect(API_CORE.filter((core) => !apiFiles.some((file) => file.startsWith(core)))).toEqual([])
})

it('without a slice no file of the API is left out', () => {
  expect(leftOutOfApi('')).toEqual([])
  expect(leftOutOfApi('2/6').length).toBeGreaterThan(50)
})
