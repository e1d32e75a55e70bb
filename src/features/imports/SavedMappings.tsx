/** Mappings of this list: chosen again, saved by name, deleted. */
import { Button, Group, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { importMappingBodySchema, type ImportMapping as SavedMapping } from '../../contract/imports.ts'
import type { OpenFile } from '../../device/list-file/useListFile.ts'
import type { ImportList, ImportMapping } from '../../domain/imports/lists.ts'
import { headersOf, mappingOf, savedOrders } from '../../domain/imports/saved-mapping.ts'
import { foldText } from '../../domain/text/fold.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDialog, type SaveOutcome } from '../../ui/FormDialog.tsx'
import { problemsOf } from '../../ui/form-problems.ts'
import { IdSelect } from '../../ui/IdSelect.tsx'
import { notify } from '../../ui/notify.ts'
import { RowAction } from '../../ui/table/RowAction.tsx'
import type { useSavedMappings } from './useSavedMappings.ts'

interface TypedNameProps {
  readonly form: UseFormReturnType<{ name: string }>
  readonly taken: readonly string[]
}

/** The name under which a mapping is saved; a name that is taken says so before it is replaced. */
function TypedName({ form, taken }: TypedNameProps) {
  const isTaken = taken.some((name) => foldText(name) === foldText(form.values.name))
  return (
    <TextInput
      label="Nome"
      required
      data-autofocus
      maxLength={60}
      description={isTaken ? 'Já existe um mapeamento com este nome: ele será substituído.' : undefined}
      {...form.getInputProps('name')}
    />
  )
}

const nameSchema = z.object({ name: importMappingBodySchema.shape.name })

interface SavedMappingsProps {
  readonly list: ImportList
  readonly chosen: OpenFile
  /** Of the file's system, to fill it in again. */
  readonly source: string
  readonly saved: ReturnType<typeof useSavedMappings>
  readonly onChoose: (mapping: ImportMapping, saved: SavedMapping) => void
}

export function SavedMappings({ list, chosen, source, saved, onChoose }: SavedMappingsProps) {
  const [id, setId] = useState<number | null>(null)
  const [saving, setSaving] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [busy, setBusy] = useState(false)
  const { mappings, save, remove } = saved
  const present = mappings.find((mapping) => mapping.id === id) ?? null
  const choose = (next: number | null) => {
    setId(next)
    const mapping = mappings.find((each) => each.id === next)
    if (mapping !== undefined) onChoose(mappingOf(list, mapping.headers, chosen.headers), mapping)
  }
  const store = async ({ name }: { name: string }): Promise<SaveOutcome> => {
    const problem = await save({
      list,
      name,
      source,
      headers: headersOf(chosen.mapping, chosen.headers),
      day_orders: savedOrders(chosen),
    })
    if (problem !== null) return { kind: 'refused', message: problem }
    notify.success('Mapeamento salvo')
    return { kind: 'saved' }
  }
  const drop = async () => {
    if (present === null) return
    setBusy(true)
    const problem = await remove(present.id)
    setBusy(false)
    setDeleting(false)
    if (problem !== null) return notify.error(problem)
    setId(null)
    notify.success('Mapeamento excluído')
  }
  return (
    <Group gap="xs" align="flex-end">
      {mappings.length === 0 ? null : (
        <IdSelect
          label="Mapeamento salvo"
          placeholder="Nenhum"
          choices={mappings}
          value={present?.id ?? null}
          onChange={choose}
        />
      )}
      {present === null ? null : (
        <RowAction
          label={`Excluir mapeamento ${present.name}`}
          tip="Excluir mapeamento"
          icon={<IconTrash size={18} />}
          danger
          onClick={() => setDeleting(true)}
        />
      )}
      <Button variant="default" leftSection={<IconDeviceFloppy size={16} />} onClick={() => setSaving(true)}>
        Salvar mapeamento
      </Button>
      {saving ? (
        <FormDialog<{ name: string }>
          title="Salvar mapeamento"
          initial={{ name: present?.name ?? source }}
          validate={(values) => problemsOf(nameSchema, values)}
          onSave={store}
          onClose={() => setSaving(false)}
        >
          {(form) => <TypedName form={form} taken={mappings.map(({ name }) => name)} />}
        </FormDialog>
      ) : null}
      <ConfirmDialog
        opened={deleting}
        danger
        title="Excluir o mapeamento?"
        confirm="Excluir mapeamento"
        busy={busy}
        onConfirm={() => void drop()}
        onClose={() => setDeleting(false)}
      >
        {`‘${present?.name ?? ''}’ não poderá mais ser escolhido. O que já foi importado com ele fica.`}
      </ConfirmDialog>
    </Group>
  )
}
