import { administratorEmailSchema } from '../../domain/notices/account-notices.ts'
import { routesOf } from '../route.ts'
import { listOf } from '../session.ts'

const { get } = routesOf('Usuários')

/**
 * New e-mails of administrators that others asked for or confirmed, of the last 30 days: the latest first, for the bell.
 * docs/rules.md#notices
 */
export const administratorEmailsRoute = get('/administrators/emails', 'audit.read', {
  answer: listOf(administratorEmailSchema),
})
