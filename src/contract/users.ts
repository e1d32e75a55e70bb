/** Users for the lead form: docs/rules.md#phone-of-the-inviter. */
import { z } from 'zod'
import { userEntrySchema } from '../domain/catalogue/catalogue.ts'
import { idNumber } from './decimal.ts'
import { userAnswerSchema } from './reference.ts'
import { routesOf } from './route.ts'
import { listOf, phoneField } from './session.ts'

const { get, put } = routesOf('Usuários')

export const invitersRoute = get('/users/inviter', 'users.read', {
  query: z.object({ allUsers: z.string().optional() }),
  answer: listOf(userAnswerSchema),
})

/** Sets the inviter's phone from the lead form. */
export const userPhoneRoute = put('/users/:id/phone', 'users.updatePhone', {
  confirms: 'account',
  params: z.object({ id: idNumber.meta({ title: 'Número do usuário' }) }),
  body: z.object({ phone: phoneField }),
  answer: userEntrySchema,
})
