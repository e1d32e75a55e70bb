/** What is said of a start that was sent again. */
import { expect, test } from 'vitest'
import { startedWords } from '../../../src/device/list-file/useStartKey.ts'

test.each([
  ['preparing', /^Importação iniciada$/],
  ['running', /^Importação iniciada$/],
  ['done', /já foi importado/],
  ['cancelled', /não está mais em andamento/],
  ['undoing', /não está mais em andamento/],
  ['undone', /não está mais em andamento/],
] as const)('an import that is %s is said as such', (state, words) => {
  expect(startedWords(state)).toMatch(words)
})
