/** The columns of 'Usuários'. Dealerships and last access are for those who manage users. */
import type { Catalogues } from '../../../device/useCatalogues.ts'
import { ROLE_NAMES } from '../../../domain/permissions/role-names.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { ActiveMark } from '../ActiveMark.tsx'
import type { UserRow } from './user-rows.ts'

const roleName = ({ role_id }: UserRow) => ROLE_NAMES.find(({ id }) => id === role_id)?.name ?? ''

/** More names than these are counted. */
const NAMED = 2

function dealerships({ access }: UserRow, catalogues: Catalogues | undefined): string {
  if (access === undefined) return ''
  if (access.all_partners) return 'Todas'
  const names = access.partners.map((id) => catalogues?.partners.get(id) ?? `Nº ${id}`)
  const more = names.length - NAMED
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} e mais ${more}` : names.join(', ')
}

const teamName = ({ technical_team_id }: UserRow, catalogues: Catalogues | undefined) =>
  catalogues?.teams.find(({ id }) => id === technical_team_id)?.description ?? ''

export function userColumns(
  catalogues: Catalogues | undefined,
  seesAccess: boolean,
): readonly Column<UserRow>[] {
  const access: readonly Column<UserRow>[] = [
    {
      key: 'empresa',
      label: 'Empresa',
      cell: (row) => dealerships(row, catalogues),
      sortBy: (row) => dealerships(row, catalogues) || null,
      isOptional: true,
    },
    {
      key: 'acesso',
      label: 'Último acesso',
      cell: ({ access: known }) =>
        known === undefined
          ? ''
          : known.last_access === null
            ? 'Nunca entrou'
            : formatDateTime(known.last_access),
      sortBy: ({ access: known }) =>
        known === undefined || known.last_access === null ? null : Date.parse(known.last_access),
      width: 138,
    },
  ]
  return [
    { key: 'id', label: 'ID', cell: ({ id }) => id, sortBy: ({ id }) => id, width: 56, notOnCards: true },
    { key: 'nome', label: 'Nome', cell: ({ name }) => name, sortBy: ({ name }) => name, isTitle: true },
    { key: 'login', label: 'Login', cell: ({ login }) => login, sortBy: ({ login }) => login },
    { key: 'perfil', label: 'Perfil', cell: roleName, sortBy: roleName },
    {
      key: 'equipe',
      label: 'Equipe',
      cell: (row) => teamName(row, catalogues),
      sortBy: (row) => teamName(row, catalogues) || null,
      isOptional: true,
    },
    ...(seesAccess ? access : []),
    {
      key: 'status',
      label: 'Situação',
      cell: ({ active }) => <ActiveMark active={active} />,
      sortBy: ({ active }) => Number(!active),
      width: 100,
      isBeside: true,
    },
  ]
}
