/** What a dialog says of a record that was changed elsewhere: docs/rules.md#revisions */
import { expect, test } from 'vitest'
import { changedWords, savedBeforeWords } from '../../../src/device/changed-words.ts'
import { NO_NAMES } from '../../../src/domain/lead/field-words.ts'

const KEPT = 'O que você digitou continua aqui. Confira e salve de novo.'
const NAMES = { names: NO_NAMES }
const of = (before: object, present: object) => ({ entity: 'insurances', before, present })

test('each field that differs is named with its present value', () => {
  expect(changedWords('este seguro', of({ name: 'Auto' }, { name: 'Automóvel' }), NAMES)).toBe(
    `Outra pessoa alterou este seguro enquanto você editava. Mudou: Nome (agora Automóvel). ${KEPT}`,
  )
})

test('without a field that the form has nothing is listed', () => {
  const same = of({ name: 'Auto' }, { name: 'Auto' })
  expect(changedWords('este seguro', same, NAMES)).toBe(
    `Outra pessoa alterou este seguro enquanto você editava. ${KEPT}`,
  )
  expect(savedBeforeWords(same, NAMES)).toBe(`O que você enviou antes já foi salvo. ${KEPT}`)
})
