/**
 * 'Clientes': all clients in scope from the server, or without a connection the clients on this device.
 * docs/rules.md#list-of-clients
 */
import { Alert, Button, Checkbox, Group, TextInput, VisuallyHidden } from '@mantine/core'
import { IconArchive, IconCloudOff, IconFileSpreadsheet, IconPencil, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import '@mantine/core/styles/Checkbox.layer.css'
import { call } from '../../api/call.ts'
import { clientSheetRoute, type ListedClient } from '../../contract/clients.ts'
import { downloadAnswer } from '../../device/download.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { useScreenSearch } from '../../device/useScreenSearch.ts'
import { isErasedClient } from '../../domain/client/erasure.ts'
import { PERSON_FIELDS } from '../../domain/client/fields.ts'
import { may } from '../../domain/permissions/actions.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { sheetFileName } from '../../domain/sheet/sheet.ts'
import { saoPauloDay } from '../../domain/time/sao-paulo.ts'
import { lazyAfterPaint } from '../../opening/lazy-after-paint.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/filters/FilterBar.tsx'
import { SoftChip } from '../../ui/SoftChip.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import { tableSearch, tableState } from '../../ui/table/table-search.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { ClientDialog } from './ClientDialog.tsx'
import { ClientLeads } from './ClientLeads.tsx'
import classes from './ClientsScreen.module.css'
import { clientsSearchSchema } from './clients-search.ts'
import { ClientData } from './personal-data/ClientData.tsx'
import { useClientList } from './useClientList.ts'

const ClientMerges = lazyAfterPaint(async () => (await import('./merge/ClientMerges.tsx')).ClientMerges)
const RepeatedCount = lazyAfterPaint(async () => (await import('./merge/RepeatedCount.tsx')).RepeatedCount)
const ErasureDialog = lazyAfterPaint(
  async () => (await import('./personal-data/ErasureDialog.tsx')).ErasureDialog,
)

/** In milliseconds: the server is asked when the typing pauses. */
const PAUSE = 300

/** The device holds closed leads for some weeks, the rule asks for a year: without an active one it does not know. */
const columnsOf = (isMirrored: boolean): readonly Column<ListedClient>[] => [
  { key: 'id', label: 'ID', cell: ({ id }) => id ?? 'pendente', width: 90 },
  { key: 'nome', label: PERSON_FIELDS.name.label, cell: ({ name }) => name, isTitle: true },
  { key: 'email', label: PERSON_FIELDS.mail.label, cell: ({ mail }) => mail },
  { key: 'telefone', label: PERSON_FIELDS.phone.label, cell: ({ phone }) => formatPhone(phone), width: 150 },
  {
    key: 'celular',
    label: PERSON_FIELDS.cellphone.label,
    cell: ({ cellphone }) => formatPhone(cellphone),
    width: 160,
  },
  {
    key: 'ativo',
    label: 'Ativo',
    cell: ({ is_active }) =>
      isMirrored && !is_active ? (
        '—'
      ) : (
        <SoftChip color={is_active ? 'green' : 'gray'}>{is_active ? 'Ativo' : 'Inativo'}</SoftChip>
      ),
    width: 110,
  },
]

export function ClientsScreen({ user }: { readonly user: SessionUser }) {
  const [search, onSearch] = useScreenSearch(clientsSearchSchema)
  const catalogues = useCatalogues(user.id)
  const { nome, email, ativos } = search
  const [typed, setTyped] = useState({ nome: nome ?? '', email: email ?? '' })
  const [exporting, setExporting] = useState(false)
  /** Merges that were undone here: their pairs count again. */
  const [undone, setUndone] = useState(0)
  const editing = useDialog<ListedClient>()
  const state = { ...tableState(search), sort: null }
  const merges = may('clients.merge', roleOf(user))
  const erasing = useDialog<{ id: number; name: string }>()
  const { rows, total, isMirrored, problem, refreshing, renew } = useClientList(user.id, search, state)
  const filtered = nome !== undefined || email !== undefined || ativos !== undefined
  const filter = (next: { nome: string; email: string }, onlyActive = ativos) =>
    onSearch({
      ...tableSearch({ ...state, page: 1 }),
      nome: next.nome || undefined,
      email: next.email || undefined,
      ativos: onlyActive,
    })
  useEffect(() => {
    if (typed.nome === (nome ?? '') && typed.email === (email ?? '')) return
    const timer = setTimeout(() => filter(typed), PAUSE)
    return () => clearTimeout(timer)
  })

  const exportSheet = async () => {
    setExporting(true)
    const name = sheetFileName('clientes', { today: saoPauloDay(Date.now()) })
    await downloadAnswer(name, (token) =>
      call(clientSheetRoute, { token, query: { name: nome, email, is_active: ativos === true } }),
    )
    setExporting(false)
  }

  const columns: readonly Column<ListedClient>[] = may('client.update', roleOf(user))
    ? [
        ...columnsOf(isMirrored),
        {
          key: 'acoes',
          label: 'Ações',
          align: 'right',
          width: 70,
          isActions: true,
          cell: (client) =>
            isErasedClient(client) ? null : (
              <RowAction
                label={`Editar ${client.name}`}
                tip="Editar"
                icon={<IconPencil size={18} />}
                onClick={() => editing.open(client)}
              />
            ),
        },
      ]
    : columnsOf(isMirrored)
  return (
    <section className={classes.root} aria-label="Clientes">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Clientes</VisuallyHidden>
      <FilterBar
        onFilter={() => filter(typed)}
        onClear={() => {
          setTyped({ nome: '', email: '' })
          onSearch({})
        }}
        active={filtered}
        hits={filtered && rows !== undefined ? total : undefined}
        actions={
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={16} />}
            loading={exporting}
            disabled={total === 0}
            onClick={() => void exportSheet()}
          >
            Exportar
          </Button>
        }
      >
        <TextInput
          label={PERSON_FIELDS.name.label}
          value={typed.nome}
          onChange={(event) => setTyped({ ...typed, nome: event.currentTarget.value })}
        />
        <TextInput
          label={PERSON_FIELDS.mail.label}
          inputMode="email"
          autoComplete="off"
          value={typed.email}
          onChange={(event) => setTyped({ ...typed, email: event.currentTarget.value })}
        />
        <Checkbox
          className={classes.active ?? ''}
          label="Mostrar somente ativos"
          checked={ativos === true}
          onChange={(event) => filter(typed, event.currentTarget.checked ? true : undefined)}
        />
      </FilterBar>
      {merges || may('client.eraseData', roleOf(user)) ? (
        <Group justify="flex-end" gap="xs" mb="xs">
          {merges ? (
            <Button
              component={Link}
              to="/clientes/repetidos"
              variant="subtle"
              size="compact-sm"
              leftSection={<IconUsers size={16} />}
            >
              Clientes repetidos
              <RepeatedCount userId={user.id} version={undone} />
            </Button>
          ) : null}
          {may('client.eraseData', roleOf(user)) ? (
            <Button
              component={Link}
              to="/clients/guarda"
              variant="subtle"
              size="compact-sm"
              leftSection={<IconArchive size={16} />}
            >
              Guarda e descarte
            </Button>
          ) : null}
        </Group>
      ) : null}
      {isMirrored ? (
        <Alert color="gray" icon={<IconCloudOff />} mb="md" role="status" p="sm">
          Sem conexão: estes são os clientes guardados neste aparelho.
        </Alert>
      ) : null}
      {problem === null ? null : (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      )}
      <DataTable<ListedClient>
        label="Clientes"
        columns={columns}
        rows={rows}
        total={total}
        refreshing={refreshing}
        idOf={({ uid }) => uid}
        state={state}
        onState={(next) => onSearch({ nome, email, ativos, ...tableSearch(next) })}
        expanded={{
          label: ({ name }) => `Informações adicionais de ${name}`,
          content: (client) => (
            <>
              <ClientLeads user={user} leads={client.leads} catalogues={catalogues} />
              {merges && client.id !== null && !isErasedClient(client) ? (
                <ClientMerges
                  userId={user.id}
                  client={client}
                  onUndone={() => {
                    renew()
                    setUndone(undone + 1)
                  }}
                />
              ) : null}
              <ClientData
                user={user}
                client={client}
                onErase={() => erasing.open({ id: client.id ?? 0, name: client.name })}
              />
            </>
          ),
        }}
        empty={
          problem !== null ? null : (
            <EmptyState
              drawing="lost"
              title={filtered ? 'Nenhum cliente com estes filtros' : 'Nenhum cliente ainda'}
            />
          )
        }
      />
      {editing.opened && editing.subject !== null ? (
        <ClientDialog user={user} client={editing.subject} onClose={editing.close} />
      ) : null}
      {erasing.opened && erasing.subject !== null ? (
        <ErasureDialog
          client={erasing.subject}
          onErased={() => {
            erasing.close()
            renew()
          }}
          onClose={erasing.close}
        />
      ) : null}
    </section>
  )
}
