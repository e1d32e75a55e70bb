/** The fields over 'Aparelhos'. */
import { Checkbox, Select, TextInput } from '@mantine/core'
import { ROLE_NAMES } from '../../domain/permissions/role-names.ts'
import { IdSelect } from '../../ui/IdSelect.tsx'
import { type DevicesFilter, SILENCE, WORK } from './devices-search.ts'

interface DeviceFiltersProps {
  readonly partners: readonly { readonly id: number; readonly name: string }[]
  readonly value: DevicesFilter
  readonly onChange: (change: DevicesFilter) => void
}

export function DeviceFilters({ partners, value, onChange }: DeviceFiltersProps) {
  return (
    <>
      <TextInput
        label="Usuário"
        autoComplete="off"
        value={value.usuario ?? ''}
        onChange={(event) => onChange({ usuario: event.currentTarget.value })}
      />
      <IdSelect
        label="Perfil"
        placeholder="Todos"
        choices={ROLE_NAMES}
        keepOrder
        value={value.perfil ?? null}
        onChange={(id) => onChange({ perfil: id ?? undefined })}
      />
      <IdSelect
        label="Concessionária"
        placeholder="Todas"
        choices={partners}
        value={value.empresa ?? null}
        onChange={(id) => onChange({ empresa: id ?? undefined })}
      />
      <Select
        label="Não enviado"
        placeholder="Tudo"
        clearable
        data={WORK}
        value={value.trabalho ?? null}
        onChange={(chosen) => onChange({ trabalho: WORK.find((each) => each.value === chosen)?.value })}
      />
      <Select
        label="Último contato"
        placeholder="Qualquer data"
        clearable
        data={SILENCE}
        value={value.contato ?? null}
        onChange={(chosen) => onChange({ contato: SILENCE.find((each) => each.value === chosen)?.value })}
      />
      <Checkbox
        label="Versão antiga"
        checked={value.antiga === true}
        onChange={(event) => onChange({ antiga: event.currentTarget.checked || undefined })}
      />
    </>
  )
}
