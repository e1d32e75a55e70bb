/** The filters of 'Usuários', as its address carries them. */
import { z } from 'zod'
import { ROLE_NAMES } from '../../../domain/permissions/role-names.ts'
import { filterWord } from '../../../domain/sheet/filter-word.ts'
import { foldText } from '../../../domain/text/fold.ts'
import { DAY_MS } from '../../../domain/time/durations.ts'
import { tableSearchSchema } from '../../../ui/table/table-search.ts'
import { SITUATIONS } from '../situations.ts'
import { USER_WORDS } from './user-form.ts'
import type { UserRow } from './user-rows.ts'

/** The filter of the list by when a user was last here. Days count back from now. */
export const LAST_ACCESS = [
  { value: '7', label: 'Nos últimos 7 dias' },
  { value: '30', label: 'Nos últimos 30 dias' },
  { value: 'mais30', label: 'Há mais de 30 dias' },
  { value: 'mais90', label: 'Há mais de 90 dias' },
  { value: 'nunca', label: 'Nunca entrou' },
] as const
const ACCESSES = LAST_ACCESS.map(({ value }) => value)
export type LastAccess = (typeof ACCESSES)[number]

const part = z.string().max(120).optional().catch(undefined)
const id = z.number().int().positive().optional().catch(undefined)

export const usersSearchSchema = tableSearchSchema.extend({
  nome: part,
  login: part,
  perfil: id,
  equipe: id,
  empresa: id,
  acesso: z.enum(ACCESSES).optional().catch(undefined),
  /** Those who work on a shared tablet, by a flag of their own or of a dealership. */
  tablet: z.literal('sim').optional().catch(undefined),
  status: z.enum(['ativos', 'inativos']).optional().catch(undefined),
})
export type UsersSearch = z.infer<typeof usersSearchSchema>
export type UsersFilter = Pick<
  UsersSearch,
  'nome' | 'login' | 'perfil' | 'equipe' | 'empresa' | 'acesso' | 'tablet' | 'status'
>

/** Whether a user was last here when the filter says. Who never was is in 'nunca' alone. */
function fitsAccess(last: string | null, wanted: LastAccess, nowMs: number): boolean {
  if (last === null || wanted === 'nunca') return last === null && wanted === 'nunca'
  const days = (nowMs - Date.parse(last)) / DAY_MS
  switch (wanted) {
    case '7':
      return days <= 7
    case '30':
      return days <= 30
    case 'mais30':
      return days > 30
    case 'mais90':
      return days > 90
  }
}

interface Named {
  readonly partners: ReadonlyMap<number, string>
  readonly teams: readonly { readonly id: number; readonly description: string }[]
}

/** The filters that are set, in the words of their fields. */
export const userFilterWords = (
  { nome, login, perfil, equipe, empresa, acesso, tablet, status }: UsersFilter,
  catalogues: Named | undefined,
): string[] => [
  ...filterWord(USER_WORDS.name, nome),
  ...filterWord('Login', login),
  ...filterWord('Perfil', ROLE_NAMES.find(({ id: role }) => role === perfil)?.name),
  ...filterWord('Equipe', catalogues?.teams.find((team) => team.id === equipe)?.description),
  ...filterWord('Concessionária', catalogues?.partners.get(empresa ?? 0)),
  ...filterWord('Último acesso', LAST_ACCESS.find(({ value }) => value === acesso)?.label),
  ...filterWord(USER_WORDS.shared_tablet, tablet === undefined ? null : 'Só quem usa'),
  ...filterWord('Situação', SITUATIONS.find(({ value }) => value === status)?.label),
]

/** The users that the filters leave. Of a user whose access is not known none is left by a filter of it. */
export function wantedUsers(
  users: readonly UserRow[],
  { nome, login, perfil, equipe, empresa, acesso, tablet, status }: UsersFilter,
  nowMs: number,
): UserRow[] {
  const [name, account] = [nome, login].map((text) => foldText(text ?? ''))
  return users.filter(
    ({ access, ...user }) =>
      foldText(user.name).includes(name ?? '') &&
      foldText(user.login).includes(account ?? '') &&
      (perfil === undefined || user.role_id === perfil) &&
      (equipe === undefined || user.technical_team_id === equipe) &&
      (empresa === undefined ||
        access?.all_partners === true ||
        access?.partners.includes(empresa) === true) &&
      (acesso === undefined || (access !== undefined && fitsAccess(access.last_access, acesso, nowMs))) &&
      (tablet === undefined || access?.shared_tablet === true) &&
      (status === undefined || user.active === (status === 'ativos')),
  )
}
