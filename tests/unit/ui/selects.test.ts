/** Every select keeps its choice when that is made again, and can be emptied by its × where it may be empty: docs/rules.md#choices. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { theme } from '../../../src/ui/theme.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
const sources = globSync('src/**/*.tsx', { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(ROOT + path, 'utf8'),
}))
/** Each element of these names with its properties, as they are written. */
const elements = (name: string) =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`<${name}\\b[^<]*?/>`, 'g'))].map(([written]) => ({ path, written })),
  )

test('a choice that is made again stays, in all selects of the app', () => {
  expect(theme.components?.Select?.defaultProps).toMatchObject({ allowDeselect: false })
  const own = sources.filter(({ text }) => text.includes('allowDeselect'))
  expect(own.map(({ path }) => path)).toEqual([])
})

test('no list stands on a piece that has its own way to lose a choice', () => {
  const others = /\b(Combobox|MultiSelect|NativeSelect|TagsInput|TreeSelect)\b/
  const found = sources.filter(({ text }) =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].some(([, names = '']) =>
      others.test(names),
    ),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})

test('a select that may be empty has a ×, and one that may not has none', () => {
  const selects = elements('Select')
  expect(selects.length).toBeGreaterThanOrEqual(5)
  const unclear = selects.filter(({ written }) => /\bclearable\b/.test(written) === /\brequired\n/.test(written))
  expect(unclear.map(({ path }) => path)).toEqual([])
})

test('the × speaks Portuguese, and the keyboard and readers reach it', () => {
  const { clearButtonProps } = theme.components?.Select?.defaultProps ?? {}
  expect(clearButtonProps).toMatchObject({ 'aria-label': 'Limpar', 'aria-hidden': false, tabIndex: 0 })
  expect(theme.components?.InputClearButton?.defaultProps).toMatchObject({ 'aria-label': 'Limpar' })
  const unnamed = elements('Select').filter(
    ({ written }) => /clearButtonProps/.test(written) && !/clearButtonProps=\{CLEAR\}/.test(written),
  )
  expect(unnamed.map(({ path }) => path)).toEqual([])
})
