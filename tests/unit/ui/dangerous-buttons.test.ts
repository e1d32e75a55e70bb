/** What can't be undone says what it does: docs/rules.md#questions. */
import { expect, test } from 'vitest'
import { elements } from './support/screens.ts'

/** At least what is done and to what. */
const saysWhat = (words: string) => /\p{L}+ \p{L}+/u.test(words)

test('each question before what can’t be undone has an answer of its own words', () => {
  const dangerous = elements('ConfirmDialog').filter(({ props }) => /\bdanger\b/.test(props))
  expect(dangerous.length).toBeGreaterThanOrEqual(4)
  const answers = dangerous.map(({ props }) => /confirm=(?:"([^"]*)"|\{([^}]*)\})/.exec(props))
  const words = answers.map((found) => found?.[1] ?? found?.[2] ?? 'nothing')
  expect(words.filter((one) => !saysWhat(one))).toEqual([])
  expect(words.filter((one) => one.includes('Sim, cancelar lead'))).toHaveLength(1)
})

test('each red button says what it does', () => {
  const red = elements('Button').filter(({ props }) => /color="red"/.test(props))
  expect(red.length).toBeGreaterThanOrEqual(5)
  expect(red.filter(({ words }) => !saysWhat(words)).map(({ words }) => words)).toEqual([])
})
