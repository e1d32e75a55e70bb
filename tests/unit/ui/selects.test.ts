/** A select keeps a value chosen again, and an optional one has a × to clear it: docs/rules.md#choices. */
import { expect, test } from 'vitest'
import { theme } from '../../../src/ui/theme.ts'
import { elements, screens } from './support/screens.ts'

test('no select of the app deselects its value when it is chosen again', () => {
  expect(theme.components?.Select?.defaultProps).toMatchObject({ allowDeselect: false })
  const own = screens.filter(({ text }) => text.includes('allowDeselect'))
  expect(own.map(({ path }) => path)).toEqual([])
})

test('no screen uses a Mantine list that can deselect its value', () => {
  const others = /\b(Combobox|MultiSelect|TagsInput|TreeSelect)\b/
  // A list of several choices drops one on purpose when it is chosen again.
  const single = screens.filter(({ path }) => !path.endsWith('src/ui/ManySelect.tsx'))
  const found = single.filter(({ text }) =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].some(([, names = '']) =>
      others.test(names),
    ),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})

test('an optional select has a ×, and a required one has none', () => {
  const selects = elements('Select')
  expect(selects.length).toBeGreaterThanOrEqual(5)
  const unclear = selects.filter(
    ({ props }) => /\bclearable\b/.test(props) === /\brequired(?=\s|$)/.test(props),
  )
  expect(unclear.map(({ path }) => path)).toEqual([])
})

test('the × has a Portuguese label and is accessible by keyboard and screen readers', () => {
  const { clearButtonProps } = theme.components?.Select?.defaultProps ?? {}
  expect(clearButtonProps).toMatchObject({ 'aria-label': 'Limpar', 'aria-hidden': undefined, tabIndex: 0 })
  expect(theme.components?.InputClearButton?.defaultProps).toMatchObject({ 'aria-label': 'Limpar' })
  const unnamed = elements('Select').filter(
    ({ props }) => /clearButtonProps/.test(props) && !/clearButtonProps=\{CLEAR\}/.test(props),
  )
  expect(unnamed.map(({ path }) => path)).toEqual([])
})
