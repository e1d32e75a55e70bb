import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  API,
  filesOf,
  leftOut,
  leftOutOf,
  OFTEN_PARTS,
  PARTS,
  SCREENS,
} from '../../../scripts/proof/file-slice.ts'
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

describe.each([API, SCREENS])('$folder', (sliced) => {
  const files = filesOf(sliced)
  const isNamed = (paths: readonly string[], file: string) => paths.some((path) => file.startsWith(path))
  const timesOf = (file: string) =>
    isNamed(sliced.often, file) ? PARTS / OFTEN_PARTS : isNamed(sliced.core, file) ? PARTS : 1
  const runOf = (part: number) => {
    const left = leftOutOf(sliced, files, part)
    return files.filter((file) => !left.includes(file))
  }

  it('each test file runs with one commit of twelve, some with one of four, and those of the core with each', () => {
    const runs = Array.from({ length: PARTS }, (_, part) => runOf(part)).flat()
    expect(files.map((file) => [file, runs.filter((one) => one === file).length])).toEqual(
      files.map((file) => [file, timesOf(file)]),
    )
    expect(runOf(PARTS)).toEqual(runOf(0))
  })

  it('a file that runs with some commits alone leaves out no case for good', () => {
    // The number of its own parts has no divisor in common with the four commits.
    const own = files
      .filter((file) => timesOf(file) < PARTS)
      .flatMap((file) => {
        const text = readFileSync(`${sliced.folder}/${file}`, 'utf8')
        const parts = Number(/^const PARTS = (\d+)$/mu.exec(text)?.[1])
        return Array.from(text.matchAll(/inSlice\([^,()]*(?:, ([^()]+))?\)/gu), ([, given]) => ({
          file,
          parts: given === 'PARTS' ? parts : Number(given),
        }))
      })
    expect(own.filter(({ file, parts }) => timesOf(file) === 1 || parts % 2 !== 1)).toEqual([])
  })

  it('every line names a test file', () => {
    expect(
      [...sliced.core, ...sliced.often].filter((path) => !files.some((file) => file.startsWith(path))),
    ).toEqual([])
  })

  it('without a slice no file is left out', () => {
    expect(leftOut(sliced, '')).toEqual([])
    expect(leftOut(sliced, '2/12').length).toBeGreaterThan(files.length / 2)
  })
})
