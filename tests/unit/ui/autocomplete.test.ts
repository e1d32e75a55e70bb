/** Browsers keep what is typed into a field, unless it says otherwise: docs/rules.md#protected-devices */
import { expect, test } from 'vitest'
import { theme } from '../../../src/ui/theme.ts'
import { screens } from './support/screens.ts'

test.each(['TextInput', 'Textarea', 'NumberInput'])('%s is not kept by the browser', (name) => {
  expect(theme.components?.[name]?.defaultProps).toMatchObject({ autoComplete: 'off' })
})

test('a plain text field decides by itself', () => {
  const undecided = screens.flatMap(({ path, text }) =>
    [...text.matchAll(/<input\b[^>]*?>/gs)]
      .map(([element]) => element)
      .filter((element) => !/type="(radio|checkbox|hidden)"/.test(element) && !/autoComplete=/.test(element))
      .map((element) => `${path}: ${element}`),
  )
  expect(undecided).toEqual([])
})
