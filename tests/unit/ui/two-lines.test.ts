/** A heading is as narrow as two lines let it be. */
import { expect, test } from 'vitest'
import { widthOnTwoLines } from '../../../src/ui/table/two-lines.ts'

test.each([
  ['Nº', 2],
  ['Conversão', 9],
  ['No prazo', 5],
  ['Atendimento no prazo', 11],
  ['Tempo médio até a 1ª ligação', 15],
])('%s needs %i letters', (words, letters) => {
  expect(widthOnTwoLines(words)).toBe(letters)
})
