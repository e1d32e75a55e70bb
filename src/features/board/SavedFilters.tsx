/** 'Filtros salvos': what the board shows, under a name. Applied, renamed, deleted. docs/rules.md#saved-filters */
import { ActionIcon, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useState } from 'react'
import { openMirror } from '../../db/open.ts'
import { changeSavedFilters, savedFilters } from '../../db/session/saved-filters.ts'
import { notifyFailure } from '../../device/run-command-with-toast.ts'
import type { BoardView } from '../../domain/board/board-view.ts'
import {
  LONGEST_NAME,
  nameProblem,
  type SavedFilter,
  withFilter,
  withoutFilter,
} from '../../domain/board/saved-filters.ts'
import { AskForm } from '../../ui/AskForm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useTypedInDialog } from '../../ui/leaving/useLayer.ts'
import { notify } from '../../ui/notify.ts'
import { SavedFiltersButton } from './SavedFiltersButton.tsx'

export interface SavedFiltersProps {
  readonly userId: number
  readonly view: BoardView
  readonly onChoose: (view: BoardView) => void
}

type Opened = { readonly kind: 'name'; readonly filter: SavedFilter | null } | { readonly kind: 'list' }

const NONE: readonly SavedFilter[] = []

export function SavedFilters({
  userId,
  view,
  onChoose,
  beginsOpened,
}: SavedFiltersProps & { readonly beginsOpened: boolean }) {
  const filters = useLiveQuery(async () => savedFilters(openMirror(userId)), [userId], NONE)
  const [opened, setOpened] = useState<Opened | null>(null)
  const target = useRef<HTMLButtonElement>(null)
  const close = () => setOpened(null)
  const show = (next: Opened) => {
    // A dialog returns the focus to the last focused element, and the menu's item disappears.
    target.current?.focus({ preventScroll: true })
    setOpened(next)
  }
  const change = async (to: (known: readonly SavedFilter[]) => readonly SavedFilter[], done: string) => {
    try {
      await changeSavedFilters(openMirror(userId), to)
      notify.success(done)
      return true
    } catch (error) {
      notifyFailure('O filtro não foi salvo', error)
      return false
    }
  }
  const saveAs = (filter: SavedFilter | null) => async (name: string) => {
    const saved = { id: filter?.id ?? crypto.randomUUID(), name, view: filter?.view ?? view }
    const done = filter === null ? 'Filtro salvo' : 'Filtro renomeado'
    if (await change((known) => withFilter(known, saved), done))
      setOpened(filter === null ? null : { kind: 'list' })
  }
  return (
    <>
      <Menu defaultOpened={beginsOpened} position="bottom-start" shadow="md" width={260}>
        <Menu.Target>
          <SavedFiltersButton ref={target} />
        </Menu.Target>
        <Menu.Dropdown>
          {filters.map((filter) => (
            <Menu.Item key={filter.id} onClick={() => onChoose(filter.view)}>
              {filter.name}
            </Menu.Item>
          ))}
          {filters.length === 0 ? (
            <Menu.Label>Nenhum filtro salvo neste aparelho</Menu.Label>
          ) : (
            <Menu.Divider />
          )}
          <Menu.Item onClick={() => show({ kind: 'name', filter: null })}>
            Salvar o que está na tela
          </Menu.Item>
          {filters.length === 0 ? null : (
            <Menu.Item onClick={() => show({ kind: 'list' })}>Renomear ou excluir</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={opened?.kind === 'list'} onClose={close} title="Filtros salvos" size="md">
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {filters.length === 0 ? <Text c="dimmed">Nenhum filtro salvo.</Text> : null}
          {filters.map((filter) => (
            <Group key={filter.id} component="li" justify="space-between" wrap="nowrap">
              <Text truncate>{filter.name}</Text>
              <Group gap="xs" wrap="nowrap">
                <ActionIcon
                  size="lg"
                  variant="subtle"
                  aria-label={`Renomear ${filter.name}`}
                  data-hint={`Renomear ${filter.name}`}
                  onClick={() => setOpened({ kind: 'name', filter })}
                >
                  <IconPencil size={18} />
                </ActionIcon>
                <ActionIcon
                  size="lg"
                  variant="subtle"
                  color="red"
                  aria-label={`Excluir ${filter.name}`}
                  data-hint={`Excluir ${filter.name}`}
                  onClick={() => void change((known) => withoutFilter(known, filter.id), 'Filtro excluído')}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Group>
            </Group>
          ))}
        </Stack>
      </Dialog>
      <Dialog
        opened={opened?.kind === 'name'}
        onClose={close}
        title={opened?.kind === 'name' && opened.filter !== null ? 'Renomear filtro' : 'Salvar filtro'}
        size="md"
      >
        {opened?.kind === 'name' ? (
          <NameForm filters={filters} filter={opened.filter} onSave={saveAs(opened.filter)} />
        ) : null}
      </Dialog>
    </>
  )
}

interface NameFormProps {
  readonly filters: readonly SavedFilter[]
  /** null: a new one. */
  readonly filter: SavedFilter | null
  readonly onSave: (name: string) => Promise<void>
}

function NameForm({ filters, filter, onSave }: NameFormProps) {
  const initial = filter?.name ?? ''
  const [name, setName] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const cancel = useTypedInDialog(name !== initial)
  return (
    <AskForm
      onSubmit={() => {
        const found = nameProblem(filters, name, filter?.id ?? null)
        setProblem(found)
        if (found === null) void onSave(name.trim())
      }}
      buttons={
        <>
          <Button variant="default" onClick={cancel}>
            Cancelar
          </Button>
          <Button type="submit">Salvar</Button>
        </>
      }
    >
      <TextInput
        label="Nome do filtro"
        description="Só você o vê, neste aparelho. Um nome que já existe é substituído."
        maxLength={LONGEST_NAME}
        autoComplete="off"
        data-autofocus
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(null)
        }}
      />
    </AskForm>
  )
}
