/** The fields over 'Usuários'. */
import { Autocomplete, SegmentedControl, Select, TextInput } from '@mantine/core'
import type { Catalogues } from '../../../device/useCatalogues.ts'
import type { UserEntry } from '../../../domain/catalogue/catalogue.ts'
import { ROLE_NAMES } from '../../../domain/permissions/role-names.ts'
import { namedInOrder } from '../../../domain/text/name-order.ts'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { SITUATIONS, situationOf } from '../situations.ts'
import { USER_WORDS } from './user-form.ts'
import { LAST_ACCESS, type UsersFilter } from './users-search.ts'

interface UserFiltersProps {
  readonly users: readonly UserEntry[]
  readonly catalogues: Catalogues | undefined
  /** Dealerships and last access are known to who manages users. */
  readonly seesAccess: boolean
  readonly value: UsersFilter
  readonly onChange: (change: UsersFilter) => void
}

const SUGGESTIONS = 8

export function UserFilters({ users, catalogues, seesAccess, value, onChange }: UserFiltersProps) {
  const { perfil = null, equipe = null, empresa = null } = value
  return (
    <>
      <Autocomplete
        label={USER_WORDS.name}
        data={[...new Set(namedInOrder(users).map(({ name }) => name))]}
        limit={SUGGESTIONS}
        value={value.nome ?? ''}
        onChange={(nome) => onChange({ nome })}
      />
      <TextInput
        label="Login"
        autoComplete="off"
        value={value.login ?? ''}
        onChange={(event) => onChange({ login: event.currentTarget.value })}
      />
      <IdSelect
        label="Perfil"
        placeholder="Todos"
        choices={ROLE_NAMES}
        keepOrder
        value={perfil}
        onChange={(id) => onChange({ perfil: id ?? undefined })}
      />
      <IdSelect
        label="Equipe"
        placeholder="Todas"
        choices={(catalogues?.teams ?? []).map(({ id, description }) => ({ id, name: description }))}
        value={equipe}
        onChange={(id) => onChange({ equipe: id ?? undefined })}
      />
      {seesAccess ? (
        <>
          <IdSelect
            label="Concessionária"
            placeholder="Todas"
            choices={[...(catalogues?.partnerRows.values() ?? [])]}
            value={empresa}
            onChange={(id) => onChange({ empresa: id ?? undefined })}
          />
          <Select
            label="Último acesso"
            placeholder="Qualquer data"
            clearable
            data={LAST_ACCESS}
            value={value.acesso ?? null}
            onChange={(acesso) =>
              onChange({ acesso: LAST_ACCESS.find((each) => each.value === acesso)?.value })
            }
          />
          <Select
            label={USER_WORDS.shared_tablet}
            placeholder="Todos"
            clearable
            data={[{ value: 'sim', label: 'Só quem usa' }]}
            value={value.tablet ?? null}
            onChange={(tablet) => onChange({ tablet: tablet === null ? undefined : 'sim' })}
          />
        </>
      ) : null}
      <SegmentedControl
        aria-label="Situação"
        data={SITUATIONS}
        value={value.status ?? 'todos'}
        onChange={(chosen) => onChange({ status: situationOf(chosen) })}
      />
    </>
  )
}
