import { expect, test } from 'vitest'
import { errorForLog } from '../../../server/context/error-for-log.ts'

/** An error as node-postgres throws it. */
const refused = Object.assign(new Error('duplicate key value violates unique constraint "clients_id_key"'), {
  code: '23505',
  detail: 'Key (name)=(Zulmira Segredo) already exists.',
  where: 'COPY clients, line 1: "Zulmira Segredo"',
})

test('the log contains code, message and stack of a database error, but no value of the row', () => {
  const logged = errorForLog(refused)
  expect(logged).toMatchObject({ code: '23505', message: refused.message, stack: refused.stack })
  expect(JSON.stringify(logged)).not.toContain('Zulmira')
})

test('the log contains the cause of an error, but no value of its row', () => {
  const logged = errorForLog(new Error('request failed', { cause: refused }))
  expect(logged.stack).toContain('clients_id_key')
  expect(JSON.stringify(logged)).not.toContain('Zulmira')
})
