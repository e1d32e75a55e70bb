/** A live query hears of every table that it reads only when its own function is async: docs/gotchas.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../../src')

test('what a screen reads live, it reads in an async function', () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const deaf = sources.filter((file) =>
    /\buseLiveQuery\(\s*(?!async )\S/.test(readFileSync(join(SOURCES, file), 'utf8')),
  )
  expect(deaf).toEqual([])
})
