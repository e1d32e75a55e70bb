/** A list of reference data: read from the mirror, so it works offline; changed by calls, which need the network. */
import { Button, Group, SegmentedControl, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { catalogue } from '../../db/mirror/reads.ts'
import { openMirror } from '../../db/open.ts'
import { ListExport } from '../../device/ListExport.tsx'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import { useScreenSearch } from '../../device/useScreenSearch.ts'
import type { CatalogueKind, CatalogueValue } from '../../domain/catalogue/catalogue.ts'
import { may } from '../../domain/permissions/actions.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { filterWord } from '../../domain/sheet/filter-word.ts'
import { foldText } from '../../domain/text/fold.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/filters/FilterBar.tsx'
import { sorted } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import { tableSearch, tableSearchSchema, tableState } from '../../ui/table/table-search.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { CatalogueDialog } from './CatalogueDialog.tsx'
import classes from './CatalogueScreen.module.css'
import type { CatalogueList } from './catalogue-list.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { SITUATIONS, situationOf } from './situations.ts'

/** The filters of the list, as its address carries them. */
const listSearchSchema = tableSearchSchema.extend({
  /** Part of the name. */
  busca: z.string().max(100).optional().catch(undefined),
  situacao: z.enum(['ativos', 'inativos']).optional().catch(undefined),
})

interface CatalogueScreenProps<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
> {
  readonly user: SessionUser
  readonly list: CatalogueList<Kind, Body>
}

export function CatalogueScreen<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
>({ user, list }: CatalogueScreenProps<Kind, Body>) {
  const [search, onSearch] = useScreenSearch(listSearchSchema)
  const rows = useLiveQuery(async () => catalogue(openMirror(user.id), list.kind), [user.id, list.kind])
  const catalogues = useCatalogues(user.id)
  const now = useCorrectedNow(user.id)
  const [typed, setTyped] = useState(search.busca ?? '')
  const editing = useDialog<CatalogueValue<Kind> | 'new'>()
  const removing = useDialog<CatalogueValue<Kind>>()
  const opening = useDialog<CatalogueValue<Kind>>()
  const more = list.more !== undefined && may(list.more.action, roleOf(user)) ? list.more : null
  const mayChange = may(list.action, roleOf(user))

  const { busca, situacao } = search
  const wanted = foldText(busca ?? '')
  const found = rows?.filter(
    (row) =>
      (situacao === undefined || list.isActive(row) === (situacao === 'ativos')) &&
      foldText(list.searchedIn?.(row) ?? list.nameOf(row, catalogues)).includes(wanted),
  )
  const filtered = busca !== undefined || situacao !== undefined
  const filter = (text: string, situation = situacao) =>
    onSearch({
      ...tableSearch({ ...tableState(search), page: 1 }),
      busca: text || undefined,
      situacao: situation,
    })
  const shown = list.columns(catalogues, rows ?? [])
  const state = tableState(search, shown.find(({ isTitle }) => isTitle)?.key ?? shown[1]?.key ?? null)
  const columns = mayChange
    ? [
        ...shown,
        {
          key: 'acoes',
          label: 'Ações',
          align: 'right' as const,
          width: more === null ? 110 : 150,
          isActions: true,
          cell: (row: CatalogueValue<Kind>) => (
            <RowActions
              name={list.nameOf(row, catalogues)}
              onEdit={() => editing.open(row)}
              onRemove={() => removing.open(row)}
            >
              {more === null ? null : (
                <RowAction
                  label={more.labelOf(list.nameOf(row, catalogues))}
                  tip={more.tip}
                  icon={more.icon}
                  onClick={() => opening.open(row)}
                />
              )}
            </RowActions>
          ),
        },
      ]
    : shown

  return (
    <section className={classes.root} aria-label={list.title}>
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">{list.title}</VisuallyHidden>
      {list.above?.(user)}
      <FilterBar
        onFilter={() => filter(typed)}
        onClear={() => {
          setTyped('')
          onSearch({})
        }}
        active={filtered || typed !== ''}
        folded={[busca, situacao].filter((value) => value !== undefined).length}
        hits={filtered ? found?.length : undefined}
        actions={
          <>
            {list.sheet === undefined ? null : (
              <ListExport
                title={list.title}
                file={list.title.toLowerCase().replaceAll(' ', '_')}
                columns={list.sheet(catalogues, rows ?? [])}
                rows={found === undefined ? undefined : sorted(found, shown, state.sort)}
                filters={[
                  ...filterWord('Busca', busca),
                  ...filterWord('Situação', SITUATIONS.find(({ value }) => value === situacao)?.label),
                ]}
                userName={user.name}
                atMs={now}
              />
            )}
            {mayChange ? (
              <Button leftSection={<IconPlus size={16} />} onClick={() => editing.open('new')}>
                Adicionar
              </Button>
            ) : null}
          </>
        }
      >
        <TextInput
          label={list.searchLabel ?? 'Buscar por nome'}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            filter(event.currentTarget.value)
          }}
        />
        <SegmentedControl
          aria-label="Situação"
          data={SITUATIONS}
          value={situacao ?? 'todos'}
          onChange={(chosen) => filter(typed, situationOf(chosen))}
        />
      </FilterBar>
      <DataTable
        label={list.title}
        columns={columns}
        rows={found}
        idOf={list.idOf}
        state={state}
        onState={(next) => onSearch({ busca, situacao, ...tableSearch(next) })}
        empty={
          <EmptyState
            drawing="lost"
            title={filtered ? 'Nada encontrado com estes filtros' : 'Nada cadastrado ainda'}
          >
            {filtered ? undefined : list.whenEmpty?.(catalogues)}
          </EmptyState>
        }
      />
      {editing.opened && editing.subject === 'new' && list.newDialog !== undefined
        ? list.newDialog(user, editing.close)
        : null}
      {editing.opened &&
      editing.subject !== null &&
      (editing.subject !== 'new' || list.newDialog === undefined) ? (
        <CatalogueDialog
          user={user}
          list={list}
          row={editing.subject === 'new' ? null : editing.subject}
          onClose={editing.close}
        />
      ) : null}
      {removing.subject === null ? null : (
        <RemoveDialog
          list={list}
          row={removing.subject}
          name={list.nameOf(removing.subject, catalogues)}
          opened={removing.opened}
          onClose={removing.close}
        />
      )}
      {opening.subject === null ? null : more?.dialog(opening.subject, opening.opened, opening.close)}
    </section>
  )
}

interface RowActionsProps {
  readonly name: string
  readonly onEdit: () => void
  readonly onRemove: () => void
  /** Further actions, before these. */
  readonly children: ReactNode
}

function RowActions({ name, onEdit, onRemove, children }: RowActionsProps) {
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {children}
      <RowAction label={`Editar ${name}`} tip="Editar" icon={<IconPencil size={18} />} onClick={onEdit} />
      <RowAction
        label={`Remover ${name}`}
        tip="Remover"
        icon={<IconTrash size={18} />}
        danger
        onClick={onRemove}
      />
    </Group>
  )
}
