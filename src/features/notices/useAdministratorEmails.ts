/** New e-mails of administrators: the kept answer, then the server's. Asked only for administrators. */
import { administratorEmailsRoute } from '../../contract/administration/users.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import type { AdministratorEmail } from '../../domain/notices/account-notices.ts'
import { useNow } from '../../ui/useNow.ts'

const NONE: readonly AdministratorEmail[] = []
const INPUT = {}
/** How often the server is asked while the app is open. */
const ASKED_EVERY_MS = 120_000

export function useAdministratorEmails(userId: number, asks: boolean): readonly AdministratorEmail[] {
  const round = useNow(ASKED_EVERY_MS)
  const { value } = useAnswer(userId, administratorEmailsRoute, asks ? INPUT : null, {
    what: 'as contas de administradores',
    version: round,
  })
  return value?.data ?? NONE
}
