/** The columns of 'Usuários'. Dealerships and last access are for those who manage users. */
import type { Catalogues } from '../../../device/useCatalogues.ts'
import { absentOn, absentUntil } from '../../../domain/absence/absence.ts'
import { ROLE_NAMES } from '../../../domain/permissions/role-names.ts'
import type { ListColumn } from '../../../domain/sheet/list-sheet.ts'
import { withCapital } from '../../../domain/text/capital.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ActiveChip } from '../ActiveChip.tsx'
import { USER_WORDS } from './user-form.ts'
import type { UserRow } from './user-rows.ts'

const roleName = ({ role_id }: UserRow) => ROLE_NAMES.find(({ id }) => id === role_id)?.name ?? ''

/** Every name: a sheet has room. */
function allDealerships({ access }: UserRow, catalogues: Catalogues | undefined): string | null {
  if (access === undefined) return null
  if (access.all_partners) return 'Todas'
  return access.partners.map((id) => catalogues?.partners.get(id) ?? `Nº ${id}`).join(', ')
}

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

/** The sheet's: docs/rules.md#sheets-of-lists */
export function userSheetColumns(
  catalogues: Catalogues | undefined,
  seesAccess: boolean,
): readonly ListColumn<UserRow>[] {
  const access: readonly ListColumn<UserRow>[] = [
    { label: 'Concessionária', format: 'text', value: (row) => allDealerships(row, catalogues) },
    { label: 'Último acesso', format: 'moment', value: (row) => row.access?.last_access ?? null },
  ]
  return [
    { label: 'ID', format: 'integer', value: ({ id }) => id },
    { label: USER_WORDS.name, format: 'text', value: ({ name }) => name },
    { label: 'Login', format: 'text', value: ({ login }) => login },
    { label: 'Perfil', format: 'text', value: roleName },
    { label: 'Equipe', format: 'text', value: (row) => teamName(row, catalogues) },
    ...(seesAccess ? access : []),
    { label: 'Situação', format: 'text', value: ({ active }) => (active ? 'Ativo' : 'Inativo') },
  ]
}

/** A leave is told in the place of 'Ativo'. */
function Situation({ row, today }: { readonly row: UserRow; readonly today: string }) {
  const absence = row.active ? absentOn(row, today) : null
  return absence === null ? (
    <ActiveChip active={row.active} />
  ) : (
    <SoftChip color="yellow" wraps>
      {withCapital(absentUntil(absence, today))}
    </SoftChip>
  )
}

export function userColumns(
  catalogues: Catalogues | undefined,
  { seesAccess, today }: { readonly seesAccess: boolean; readonly today: string },
): readonly Column<UserRow>[] {
  const access: readonly Column<UserRow>[] = [
    {
      key: 'empresa',
      label: 'Concessionária',
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
      width: 134,
    },
  ]
  return [
    {
      key: 'id',
      label: 'ID',
      cell: ({ id }) => id,
      sortBy: ({ id }) => id,
      width: 56,
      notOnCards: true,
      leavesFirst: true,
    },
    {
      key: 'nome',
      label: USER_WORDS.name,
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      isTitle: true,
    },
    { key: 'login', label: 'Login', cell: ({ login }) => login, sortBy: ({ login }) => login },
    { key: 'perfil', label: 'Perfil', cell: roleName, sortBy: roleName },
    {
      key: 'equipe',
      label: 'Equipe',
      cell: (row) => teamName(row, catalogues),
      sortBy: (row) => teamName(row, catalogues) || null,
      isOptional: true,
      leavesFirst: true,
    },
    ...(seesAccess ? access : []),
    {
      key: 'status',
      label: 'Situação',
      cell: (row) => <Situation row={row} today={today} />,
      sortBy: ({ active }) => Number(!active),
      width: 92,
      isBeside: true,
    },
  ]
}
