/** 'Aparelhos': which devices hold data, and what waits on them. docs/rules.md#devices */
import { Box, VisuallyHidden } from '@mantine/core'
import { IconDeviceMobileX } from '@tabler/icons-react'
import { type DeviceEntry, devicesRoute } from '../../contract/devices.ts'
import { AnswerAge } from '../../device/AnswerAge.tsx'
import { deviceName } from '../../device/fleet/device-words.ts'
import { EraseDevice } from '../../device/fleet/EraseDevice.tsx'
import { ListExport } from '../../device/ListExport.tsx'
import { useAnswer } from '../../device/useAnswer.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import { useScreenSearch } from '../../device/useScreenSearch.ts'
import { mayManageRole } from '../../domain/permissions/managed-users.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/filters/FilterBar.tsx'
import { type Column, sorted } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import { tableSearch, tableState } from '../../ui/table/table-search.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { DeviceFilters } from './DeviceFilters.tsx'
import classes from './DevicesScreen.module.css'
import { deviceColumns, deviceSheetColumns } from './device-columns.tsx'
import {
  type DevicesFilter,
  deviceFilterWords,
  devicesSearchSchema,
  wantedDevices,
} from './devices-search.ts'

export function DevicesScreen({ user }: { readonly user: SessionUser }) {
  const [search, onSearch] = useScreenSearch(devicesSearchSchema)
  const answer = useAnswer(user.id, devicesRoute, {}, { what: 'ver os aparelhos' })
  const catalogues = useCatalogues(user.id)
  const now = useCorrectedNow(user.id)
  const erasing = useDialog<DeviceEntry>()
  const { pagina: _page, por_pagina: _perPage, ordem: _order, ...chosen } = search
  const known = { nowMs: now, serverVersion: answer.value?.server_version ?? '' }
  const found = answer.value === undefined ? undefined : wantedDevices(answer.value.data, search, known)
  const filters = Object.values(chosen).filter((value) => value !== undefined).length
  const filter = (change: DevicesFilter) =>
    onSearch({
      ...tableSearch({ ...tableState(search), page: 1 }),
      ...chosen,
      ...change,
      usuario: (change.usuario ?? chosen.usuario) || undefined,
    })
  const actions: Column<DeviceEntry> = {
    key: 'acoes',
    label: 'Ações',
    align: 'right',
    width: 72,
    isActions: true,
    cell: (device) =>
      device.erase === null && (device.user.id === user.id || mayManageRole(user, device.user.role_id)) ? (
        <RowAction
          label={`Apagar este aparelho: ${deviceName(device)} de ${device.user.name}`}
          tip="Apagar este aparelho"
          icon={<IconDeviceMobileX size={18} />}
          danger
          onClick={() => erasing.open(device)}
        />
      ) : null,
  }

  return (
    <section className={classes.root} aria-label="Aparelhos">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Aparelhos</VisuallyHidden>
      <FilterBar
        onFilter={() => filter({})}
        onClear={() => onSearch({})}
        active={filters > 0}
        folded={filters}
        hits={filters > 0 ? found?.length : undefined}
        actions={
          <ListExport
            title="Aparelhos"
            file="aparelhos"
            columns={deviceSheetColumns(now)}
            rows={
              found === undefined ? undefined : sorted(found, deviceColumns(now), tableState(search).sort)
            }
            filters={deviceFilterWords(chosen, catalogues?.partners)}
            userName={user.name}
            atMs={answer.dataAt ?? now}
          />
        }
      >
        <DeviceFilters
          partners={[...(catalogues?.partnerRows.values() ?? [])]}
          value={chosen}
          onChange={filter}
        />
      </FilterBar>
      <Box mb="xs">
        <AnswerAge {...answer} />
      </Box>
      <DataTable
        label="Aparelhos"
        columns={[...deviceColumns(now), actions]}
        rows={found}
        idOf={({ id }) => id}
        state={tableState(search)}
        onState={(state) => onSearch({ ...chosen, ...tableSearch(state) })}
        empty={
          <EmptyState
            drawing="lost"
            title={filters > 0 ? 'Nenhum aparelho com estes filtros' : 'Nenhum aparelho ainda'}
          />
        }
      />
      {erasing.subject === null ? null : (
        <EraseDevice
          device={erasing.subject}
          opened={erasing.opened}
          onClose={erasing.close}
          onOrdered={answer.refresh}
        />
      )}
    </section>
  )
}
