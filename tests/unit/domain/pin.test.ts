/** PINs that whoever finds the tablet tries first are refused. docs/rules.md#protected-devices */
import { expect, test } from 'vitest'
import { pinProblem } from '../../../src/domain/session/pin.ts'

test.each([
  ['', /6 números/],
  ['12345', /6 números/],
  ['1234567', /6 números/],
  ['12345a', /6 números/],
  ['١٢٣٤٥٦', /6 números/],
  ['111111', /se repetem/],
  ['000000', /se repetem/],
  ['121212', /se repetem/],
  ['123123', /se repetem/],
  ['123456', /sequência/],
  ['654321', /sequência/],
  ['345678', /sequência/],
  ['890123', /sequência/],
  ['987654', /sequência/],
  ['246802', /sequência/],
  ['250487', /data/],
  ['041987', /data/],
  ['198704', /data/],
  ['870425', /data/],
  ['042587', /data/],
  ['251987', /data/],
  ['310100', /data/],
  ['147258', /mais usados/],
  ['789456', /mais usados/],
])('%s is refused', (pin, why) => {
  expect(pinProblem(pin)).toMatch(why)
})

test.each(['482915', '135790', '907364', '649719', '739528'])('%s is a PIN', (pin) => {
  expect(pinProblem(pin)).toBeNull()
})

test('most PINs stay', () => {
  let refused = 0
  for (let number = 0; number < 1_000_000; number += 7)
    if (pinProblem(String(number).padStart(6, '0')) !== null) refused++
  expect(refused).toBeLessThan(130_000 / 7)
})
