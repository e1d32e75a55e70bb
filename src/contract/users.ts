/** Users for the lead form: docs/rules.md#phone-of-the-inviter. */
import { z } from 'zod'
import { userEntrySchema } from '../domain/catalogue/catalogue.ts'
import { idNumber } from './decimal.ts'
import { userAnswerSchema } from './reference.ts'
import { defineRoute } from './route.ts'
import { listOf, phoneField } from './session.ts'

const tag = 'Usuários'

export const invitersRoute = defineRoute({
  method: 'GET',
  path: '/users/inviter',
  action: 'users.read',
  tag,
  query: z.object({ allUsers: z.string().optional() }),
  answer: listOf(userAnswerSchema),
})

/** Sets the inviter's phone from the lead form. */
export const userPhoneRoute = defineRoute({
  method: 'PUT',
  path: '/users/:id/phone',
  action: 'users.updatePhone',
  confirms: 'account',
  tag,
  params: z.object({ id: idNumber.meta({ title: 'Número do usuário' }) }),
  body: z.object({ phone: phoneField }),
  answer: userEntrySchema,
})
