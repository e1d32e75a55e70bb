/** 'Usuários': read from the mirror, so the list answers at once and offline; changed by calls. docs/rules.md#users */
import { Box, Button, Group, VisuallyHidden } from '@mantine/core'
import { IconBeach, IconMailForward, IconPencil, IconPlus } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../../api/call.ts'
import { usersAccessRoute, usersSeenRoute } from '../../../contract/administration/users.ts'
import { catalogue } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { AnswerAge } from '../../../device/AnswerAge.tsx'
import { Absences } from '../../../device/absences/Absences.tsx'
import { ListExport } from '../../../device/ListExport.tsx'
import { MailedDialog } from '../../../device/MailedDialog.tsx'
import { online } from '../../../device/online.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { useScreenSearch } from '../../../device/useScreenSearch.ts'
import type { Mailed } from '../../../domain/mail/mailed.ts'
import { mayRun } from '../../../domain/permissions/actions.ts'
import { mayManageRole } from '../../../domain/permissions/managed-users.ts'
import { isStaff } from '../../../domain/permissions/roles.ts'
import { roleIdSchema, type SessionUser } from '../../../domain/session/session-user.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/filters/FilterBar.tsx'
import { type Column, sorted } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowAction } from '../../../ui/table/RowAction.tsx'
import { tableSearch, tableState } from '../../../ui/table/table-search.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import classes from '../CatalogueScreen.module.css'
import { UserDialog, type UserSubject } from './UserDialog.tsx'
import { UserFilters } from './UserFilters.tsx'
import { useResend } from './useResend.ts'
import { userColumns, userSheetColumns } from './user-columns.tsx'
import { type UserRow, userRows } from './user-rows.ts'
import {
  type UsersFilter,
  type UsersSearch,
  userFilterWords,
  usersSearchSchema,
  wantedUsers,
} from './users-search.ts'

/** The users are of this device, and the line above them comes with an answer: it moves none of them. */
const LINE = 'calc(var(--mantine-font-size-sm) * var(--mantine-line-height-sm))'

interface UsersScreenProps {
  readonly user: SessionUser
  /** 'createAdmin': the dialog is open over the list. */
  readonly createsAdmin: boolean
  readonly onAdministrator: (opened: boolean, search: UsersSearch) => void
}

export function UsersScreen({ user, createsAdmin, onAdministrator }: UsersScreenProps) {
  const [search, onSearch] = useScreenSearch(usersSearchSchema)
  const users = useLiveQuery(async () => catalogue(openMirror(user.id), 'user'), [user.id])
  const catalogues = useCatalogues(user.id)
  const manages = mayRun('users.manage', user)
  const access = useAnswer(user.id, usersAccessRoute, manages ? {} : null, {
    what: 'ver a concessionária e o último acesso dos usuários',
  })
  const { pagina: _page, por_pagina: _perPage, ordem: _order, ...chosen } = search
  const [typed, setTyped] = useState<UsersFilter>(chosen)
  const now = useCorrectedNow(user.id)
  const editing = useDialog<UserSubject>()
  const unsent = useDialog<Mailed>()
  const leaving = useDialog<UserRow>()
  useSeen(users?.length)

  const rows = useMemo(
    () => (users === undefined ? undefined : userRows(users, access.value?.data)),
    [users, access.value],
  )
  const found = rows === undefined ? undefined : wantedUsers(rows, search, now)
  const filters = Object.values(chosen).filter((value) => value !== undefined).length
  const filter = (change: UsersFilter) => {
    const next = { ...typed, ...change }
    setTyped(next)
    onSearch({
      ...tableSearch({ ...tableState(search), page: 1 }),
      ...next,
      nome: next.nome || undefined,
      login: next.login || undefined,
    })
  }
  const shown = userColumns(catalogues, { seesAccess: manages, today: saoPauloDay(now) })
  const columns = manages
    ? [
        ...shown,
        actionsColumn(user, {
          onEdit: (id) => editing.open(id),
          onLeave: (row) => leaving.open(row),
          onUnsent: (mail) => unsent.open(mail),
        }),
      ]
    : shown

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
        active={filters > 0}
        folded={filters}
        hits={filters > 0 ? found?.length : undefined}
        actions={
          manages ? (
            <>
              <ListExport
                title="Usuários"
                file="usuarios"
                columns={userSheetColumns(catalogues, manages)}
                rows={found === undefined ? undefined : sorted(found, shown, tableState(search, 'nome').sort)}
                filters={userFilterWords(chosen, catalogues)}
                userName={user.name}
                atMs={access.dataAt ?? now}
              />
              {mayRun('users.manageAdministrators', user) ? (
                <Button variant="default" onClick={() => onAdministrator(true, search)}>
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
        <UserFilters
          users={users ?? []}
          catalogues={catalogues}
          seesAccess={manages}
          value={typed}
          onChange={filter}
        />
      </FilterBar>
      {manages ? (
        <Box mb="xs" mih={LINE}>
          <AnswerAge {...access} />
        </Box>
      ) : null}
      <DataTable
        label="Usuários"
        columns={columns}
        rows={found}
        idOf={({ id }) => id}
        state={tableState(search, 'nome')}
        onState={(state) => onSearch({ ...chosen, ...tableSearch(state) })}
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
          onClose={() => onAdministrator(false, search)}
        />
      ) : null}
      {leaving.subject === null ? null : (
        <Dialog opened={leaving.opened} onClose={leaving.close} title={`Ausência de ${leaving.subject.name}`}>
          <Absences viewerId={user.id} userId={leaving.subject.id} />
        </Dialog>
      )}
      {unsent.subject === null ? null : (
        <MailedDialog mail={unsent.subject} opened={unsent.opened} onClose={unsent.close} />
      )}
    </section>
  )
}

interface RowSteps {
  readonly onEdit: (id: number) => void
  readonly onLeave: (row: UserRow) => void
  readonly onUnsent: (mail: Mailed) => void
}

function actionsColumn(actor: SessionUser, steps: RowSteps): Column<UserRow> {
  return {
    key: 'acoes',
    label: 'Ações',
    align: 'right',
    isActions: true,
    cell: (row) =>
      mayManageRole(actor, roleIdSchema.parse(row.role_id)) ? <RowActions row={row} {...steps} /> : null,
  }
}

function RowActions({ row, onEdit, onLeave, onUnsent }: RowSteps & { readonly row: UserRow }) {
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
      {active && isStaff(row.role_id) ? (
        <RowAction
          label={`Ausência de ${name}`}
          tip="Ausência"
          icon={<IconBeach size={18} />}
          onClick={() => onLeave(row)}
        />
      ) : null}
      <RowAction
        label={`Editar ${name}`}
        tip="Editar"
        icon={<IconPencil size={18} />}
        onClick={() => onEdit(id)}
      />
    </Group>
  )
}

/** Marks the new users as seen when the list is shown. Without a connection the next visit marks them. */
function useSeen(count: number | undefined): void {
  useEffect(() => {
    if (count === undefined) return
    void online((token) => call(usersSeenRoute, { token })).then((result) => {
      if (result.kind === 'ok') nudgeSync()
    })
  }, [count])
}
