/** The filters of 'Usuários', as its address carries them. */
import { z } from 'zod'
import { foldText } from '../../../domain/board/fold.ts'
import type { UserEntry } from '../../../domain/catalogue/catalogue.ts'
import { tableSearchSchema } from '../../../ui/table/table-search.ts'

const part = z.string().max(120).optional().catch(undefined)

export const usersSearchSchema = tableSearchSchema.extend({
  nome: part,
  login: part,
  status: z.enum(['ativos', 'inativos']).optional().catch(undefined),
})
export type UsersSearch = z.infer<typeof usersSearchSchema>
export type UsersFilter = Pick<UsersSearch, 'nome' | 'login' | 'status'>

/** The users that the filters leave. */
export function wantedUsers(users: readonly UserEntry[], { nome, login, status }: UsersFilter): UserEntry[] {
  const [name, account] = [nome, login].map((text) => foldText((text ?? '').trim()))
  return users.filter(
    (user) =>
      foldText(user.name).includes(name ?? '') &&
      foldText(user.login).includes(account ?? '') &&
      (status === undefined || user.active === (status === 'ativos')),
  )
}
