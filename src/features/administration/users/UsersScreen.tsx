/** 'Usuários': read from the mirror, so the list answers at once and offline; changed by calls. docs/rules.md#users */
import { Autocomplete, Button, Group, SegmentedControl, TextInput, VisuallyHidden } from '@mantine/core'
import { IconMailForward, IconPencil, IconPlus } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { usersSeenRoute } from '../../../contract/administration/users.ts'
import { openMirror } from '../../../db/mirror/mirror.ts'
import { catalogue } from '../../../db/mirror/reads.ts'
import { MailedDialog } from '../../../device/MailedDialog.tsx'
import { online } from '../../../device/online.ts'
import type { UserEntry } from '../../../domain/catalogue/catalogue.ts'
import type { Mailed } from '../../../domain/mail/mailed.ts'
import { may } from '../../../domain/permissions/actions.ts'
import { mayManageRole } from '../../../domain/permissions/managed-users.ts'
import { isAdministration } from '../../../domain/permissions/roles.ts'
import { roleOf } from '../../../domain/session/role.ts'
import { roleIdSchema, type SessionUser } from '../../../domain/session/session-user.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/filters/FilterBar.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowAction } from '../../../ui/table/RowAction.tsx'
import { tableSearch, tableState } from '../../../ui/table/table-search.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import { ActiveMark } from '../ActiveMark.tsx'
import classes from '../CatalogueScreen.module.css'
import { UserDialog, type UserSubject } from './UserDialog.tsx'
import { useResend } from './useResend.ts'
import { type UsersFilter, type UsersSearch, wantedUsers } from './users-search.ts'

interface UsersScreenProps {
  readonly user: SessionUser
  readonly search: UsersSearch
  readonly onSearch: (search: UsersSearch) => void
  /** 'createAdmin': the dialog stands open over the list. */
  readonly createsAdmin: boolean
  readonly onAdministrator: (opened: boolean) => void
}

const STATUSES = [
  { value: 'todos', label: 'Todos' },
  { value: 'ativos', label: 'Ativos' },
  { value: 'inativos', label: 'Inativos' },
]
const SUGGESTIONS = 8

const COLUMNS: readonly Column<UserEntry>[] = [
  { key: 'id', label: 'ID', cell: ({ id }) => id, sortBy: ({ id }) => id, width: 80 },
  { key: 'nome', label: 'Nome', cell: ({ name }) => name, sortBy: ({ name }) => name, isTitle: true },
  { key: 'login', label: 'Login', cell: ({ login }) => login, sortBy: ({ login }) => login },
  {
    key: 'status',
    label: 'Status',
    cell: ({ active }) => <ActiveMark active={active} />,
    sortBy: ({ active }) => Number(!active),
    width: 120,
  },
]

export function UsersScreen({ user, search, onSearch, createsAdmin, onAdministrator }: UsersScreenProps) {
  const users = useLiveQuery(async () => catalogue(openMirror(user.id), 'user'), [user.id])
  const { nome, login, status, ...page } = search
  const [typed, setTyped] = useState<UsersFilter>({ nome, login, status })
  const editing = useDialog<UserSubject>()
  const unsent = useDialog<Mailed>()
  useSeen(users?.length)

  const found = users === undefined ? undefined : wantedUsers(users, search)
  const filtered = nome !== undefined || login !== undefined || status !== undefined
  const filter = (change: UsersFilter) => {
    const next = { ...typed, ...change }
    setTyped(next)
    onSearch({
      ...tableSearch({ ...tableState(page), page: 1 }),
      nome: next.nome || undefined,
      login: next.login || undefined,
      status: next.status,
    })
  }
  const manages = may('users.manage', roleOf(user))
  const columns = manages
    ? [
        ...COLUMNS,
        actionsColumn(user, { onEdit: (id) => editing.open(id), onUnsent: (mail) => unsent.open(mail) }),
      ]
    : COLUMNS

  return (
    <section className={classes.root} aria-label="Usuários">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Usuários</VisuallyHidden>
      <FilterBar
        onFilter={() => filter({})}
        onClear={() => {
          setTyped({})
          onSearch({})
        }}
        active={filtered}
        hits={filtered ? found?.length : undefined}
        actions={
          manages ? (
            <>
              {isAdministration(roleOf(user)) ? (
                <Button variant="default" onClick={() => onAdministrator(true)}>
                  Criar administrador
                </Button>
              ) : null}
              <Button leftSection={<IconPlus size={16} />} onClick={() => editing.open('new')}>
                Cadastrar
              </Button>
            </>
          ) : null
        }
      >
        <Autocomplete
          label="Nome"
          data={[...new Set((users ?? []).map(({ name }) => name))]}
          limit={SUGGESTIONS}
          value={typed.nome ?? ''}
          onChange={(text) => filter({ nome: text })}
        />
        <TextInput
          label="Login"
          autoComplete="off"
          value={typed.login ?? ''}
          onChange={(event) => filter({ login: event.currentTarget.value })}
        />
        <SegmentedControl
          aria-label="Status"
          data={STATUSES}
          value={status ?? 'todos'}
          onChange={(chosen) =>
            filter({ status: chosen === 'ativos' || chosen === 'inativos' ? chosen : undefined })
          }
        />
      </FilterBar>
      <DataTable
        label="Usuários"
        columns={columns}
        rows={found}
        idOf={({ id }) => id}
        state={tableState(page, 'nome')}
        onState={(state) => onSearch({ nome, login, status, ...tableSearch(state) })}
        empty={<EmptyState drawing="lost" title="Nenhum usuário com estes filtros" />}
      />
      {editing.opened && editing.subject !== null ? (
        <UserDialog actor={user} subject={editing.subject} onUnsent={unsent.open} onClose={editing.close} />
      ) : null}
      {createsAdmin ? (
        <UserDialog
          actor={user}
          subject="administrator"
          onUnsent={unsent.open}
          onClose={() => onAdministrator(false)}
        />
      ) : null}
      {unsent.subject === null ? null : (
        <MailedDialog mail={unsent.subject} opened={unsent.opened} onClose={unsent.close} />
      )}
    </section>
  )
}

interface RowSteps {
  readonly onEdit: (id: number) => void
  readonly onUnsent: (mail: Mailed) => void
}

function actionsColumn(actor: SessionUser, steps: RowSteps): Column<UserEntry> {
  return {
    key: 'acoes',
    label: 'Ações',
    align: 'right',
    width: 110,
    isActions: true,
    cell: (row) =>
      mayManageRole(actor, roleIdSchema.parse(row.role_id)) ? <RowActions row={row} {...steps} /> : null,
  }
}

function RowActions({ row, onEdit, onUnsent }: RowSteps & { readonly row: UserEntry }) {
  const { id, name, verified, active } = row
  const { resend } = useResend(row, (mail) => {
    if (mail?.way === 'file') onUnsent(mail)
  })
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {verified || !active ? null : (
        <RowAction
          label={`Reenviar e-mail de confirmação a ${name}`}
          tip="Reenviar e-mail de confirmação"
          icon={<IconMailForward size={18} />}
          onClick={() => void resend()}
        />
      )}
      <RowAction
        label={`Editar ${name}`}
        tip="Editar"
        icon={<IconPencil size={18} />}
        onClick={() => onEdit(id)}
      />
    </Group>
  )
}

/** Whoever has the list before the eyes has seen the new users. Without a connection the next visit tells it. */
function useSeen(count: number | undefined): void {
  useEffect(() => {
    if (count === undefined) return
    void online((token) => call(usersSeenRoute, { token })).then((result) => {
      if (result.kind === 'ok') nudgeSync()
    })
  }, [count])
}
