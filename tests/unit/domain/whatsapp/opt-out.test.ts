/** How a client says that it wants no messages: docs/rules.md#opt-out */
import { expect, test } from 'vitest'
import { isOptOutText } from '../../../../src/domain/whatsapp/opt-out.ts'

test.each([
  'SAIR',
  'sair',
  ' Sair. ',
  'PARAR!',
  'pare',
  'Stop',
  'descadastrar',
  'Cancelar  mensagens',
])('%o says no', (text) => {
  expect(isOptOutText(text)).toBe(true)
})
test.each([
  'Vou sair agora',
  'não quero sair',
  'parar de pagar?',
  '',
  'cancelar',
  'sairemos',
])('%o says nothing of it', (text) => {
  expect(isOptOutText(text)).toBe(false)
})
