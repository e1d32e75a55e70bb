/** People on leave: docs/rules.md#absences */
import { z } from 'zod'
import { absenceDraftSchema, absenceSchema } from '../domain/absence/schema.ts'
import { idNumber } from './decimal.ts'
import { routesOf } from './route.ts'
import { messageSchema } from './session.ts'

const { get, post, put, remove } = routesOf('Ausências')
const action = 'absences.write'

const userAbsenceSchema = absenceSchema.extend({ user_id: z.number().int() })
export type UserAbsence = z.output<typeof userAbsenceSchema>

const ofAbsence = z.object({ id: idNumber.meta({ title: 'Número da ausência' }) })

/** Those that are not over. */
export const absencesRoute = get('/absences', action, {
  answer: z.object({ data: z.array(userAbsenceSchema) }),
})

/** One's own, or of a user whom the caller manages. */
export const newAbsenceRoute = post('/absences', action, {
  once: true,
  body: absenceDraftSchema.extend({ user_id: z.int32() }),
  answer: userAbsenceSchema,
})

export const changeAbsenceRoute = put('/absences/:id', action, {
  params: ofAbsence,
  body: absenceDraftSchema,
  answer: userAbsenceSchema,
})

/** One that has begun ends with yesterday; one that has not is off. */
export const endAbsenceRoute = remove('/absences/:id', action, { params: ofAbsence, answer: messageSchema })
