/** The label of an action that cannot be undone names the action: docs/rules.md#questions. */
import { expect, test } from 'vitest'
import { elements } from './support/screens.ts'

/** A label needs at least a verb and an object. */
const namesAction = (words: string) => /\p{L}+ \p{L}+/u.test(words)

test('the confirm button of each dangerous question names its action', () => {
  const dangerous = elements('ConfirmDialog').filter(({ props }) => /\bdanger\b/.test(props))
  expect(dangerous.length).toBeGreaterThanOrEqual(4)
  const answers = dangerous.map(({ props }) => /confirm=(?:"([^"]*)"|\{([^}]*)\})/.exec(props))
  const words = answers.map((found) => found?.[1] ?? found?.[2] ?? 'nothing')
  expect(words.filter((one) => !namesAction(one))).toEqual([])
  expect(words.filter((one) => one.includes('Sim, cancelar lead'))).toHaveLength(1)
})

test('each red button names its action', () => {
  const red = elements('Button').filter(({ props }) => /color="red"/.test(props))
  expect(red.length).toBeGreaterThanOrEqual(5)
  expect(red.filter(({ words }) => !namesAction(words)).map(({ words }) => words)).toEqual([])
})
