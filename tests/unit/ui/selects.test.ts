/** Every select keeps its choice when that is made again, and can be emptied by its × where it may be empty: docs/rules.md#choices. */
import { expect, test } from 'vitest'
import { theme } from '../../../src/ui/theme.ts'
import { elements, screens } from './support/screens.ts'

test('a choice that is made again stays, in all selects of the app', () => {
  expect(theme.components?.Select?.defaultProps).toMatchObject({ allowDeselect: false })
  const own = screens.filter(({ text }) => text.includes('allowDeselect'))
  expect(own.map(({ path }) => path)).toEqual([])
})

test('no list stands on a piece that has its own way to lose a choice', () => {
  const others = /\b(Combobox|MultiSelect|NativeSelect|TagsInput|TreeSelect)\b/
  const found = screens.filter(({ text }) =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].some(([, names = '']) =>
      others.test(names),
    ),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})

test('a select that may be empty has a ×, and one that may not has none', () => {
  const selects = elements('Select')
  expect(selects.length).toBeGreaterThanOrEqual(5)
  const unclear = selects.filter(({ props }) => /\bclearable\b/.test(props) === /\brequired\n/.test(props))
  expect(unclear.map(({ path }) => path)).toEqual([])
})

test('the × speaks Portuguese, and the keyboard and readers reach it', () => {
  const { clearButtonProps } = theme.components?.Select?.defaultProps ?? {}
  expect(clearButtonProps).toMatchObject({ 'aria-label': 'Limpar', 'aria-hidden': undefined, tabIndex: 0 })
  expect(theme.components?.InputClearButton?.defaultProps).toMatchObject({ 'aria-label': 'Limpar' })
  const unnamed = elements('Select').filter(
    ({ props }) => /clearButtonProps/.test(props) && !/clearButtonProps=\{CLEAR\}/.test(props),
  )
  expect(unnamed.map(({ path }) => path)).toEqual([])
})
