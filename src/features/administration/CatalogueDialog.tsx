/** Creates or changes a row of reference data. */
import { useEffect, useState } from 'react'
import '@mantine/core/styles/Switch.layer.css'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import type { Catalogues } from '../../db/mirror/catalogues.ts'
import { failureWords, online } from '../../device/online.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { type Opened, useRevisedSave } from '../../device/useRevisedSave.ts'
import type { CatalogueKind, CatalogueValue } from '../../domain/catalogue/catalogue.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { AlertDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDialog, type SaveOutcome } from '../../ui/FormDialog.tsx'
import { problemsOf } from '../../ui/form-problems.ts'
import { notify } from '../../ui/notify.ts'
import { nudgeSync } from '../../workers/sync-bridge.ts'
import { type CatalogueList, readRow } from './catalogue-list.ts'

interface CatalogueDialogProps<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
> {
  readonly user: SessionUser
  readonly list: CatalogueList<Kind, Body>
  /** null: a new one. */
  readonly row: CatalogueValue<Kind> | null
  readonly onClose: () => void
}

export function CatalogueDialog<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
>(props: CatalogueDialogProps<Kind, Body>) {
  const { user, list, row, onClose } = props
  const catalogues = useCatalogues(user.id)
  const loaded = useLoaded(list, row)
  if (catalogues === undefined || loaded.kind === 'loading') return null
  if (loaded.kind === 'failed')
    return (
      <AlertDialog opened title="Não foi possível abrir o cadastro" onClose={onClose}>
        {loaded.message}
      </AlertDialog>
    )
  return <CatalogueForm {...props} catalogues={catalogues} opened={loaded.opened} />
}

interface CatalogueFormProps<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
> extends CatalogueDialogProps<Kind, Body> {
  readonly catalogues: Catalogues
  /** null: a new one. */
  readonly opened: Opened<z.input<Body>> | null
}

function CatalogueForm<Kind extends CatalogueKind, Body extends z.ZodType<unknown, Record<string, unknown>>>({
  user,
  list,
  row,
  onClose,
  catalogues,
  opened,
}: CatalogueFormProps<Kind, Body>) {
  const names = { names: catalogues }
  const revised = useRevisedSave({
    what: `salvar ${list.words.object}`,
    opened,
    send: (token, body: z.input<Body>, { known, key }) =>
      known === null
        ? call(list.create, { token, key, body })
        : call(list.update, {
            token,
            params: { id: known.id },
            body: { ...body, revision: known.revision },
          }),
    read: (token, id) => readRow(list, token, id),
    saved: (values) => list.body.safeParse(values).data,
    changed: (words, seen, { values: present }, typed) =>
      seen === null
        ? words.savedBeforeWords({ entity: list.table, before: typed, present }, names)
        : words.changedWords('este cadastro', { entity: list.table, before: seen.values, present }, names),
  })
  const save = async (body: z.input<Body>): Promise<SaveOutcome<z.input<Body>>> => {
    const result = await revised.save(body)
    if (result.kind === 'open') return result.outcome
    nudgeSync()
    notify.saved(opened === null ? list.words.created : list.words.changed)
    return { kind: 'saved' }
  }
  return (
    <FormDialog<z.input<Body>>
      title={revised.known === null ? list.words.newTitle : list.words.editTitle}
      initial={opened?.values ?? list.initial(null)}
      validate={(values) => problemsOf(list.body, values)}
      onSave={save}
      onClose={onClose}
    >
      {(form) => list.fields(form, catalogues, { row, user })}
    </FormDialog>
  )
}

type Loaded<Values> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ok'; readonly opened: Opened<Values> | null }

/** A row as the server has it now: the mirror may be behind, and has no revision. */
function useLoaded<Kind extends CatalogueKind, Body extends z.ZodType<unknown, Record<string, unknown>>>(
  list: CatalogueList<Kind, Body>,
  row: CatalogueValue<Kind> | null,
): Loaded<z.input<Body>> {
  const [loaded, setLoaded] = useState<Loaded<z.input<Body>>>(() =>
    row === null ? { kind: 'ok', opened: null } : { kind: 'loading' },
  )
  useEffect(() => {
    if (row === null) return
    let gone = false
    void online((token) => readRow(list, token, list.idOf(row))).then((result) => {
      if (gone) return
      const message = failureWords(result, `editar ${list.words.object}`)
      setLoaded(
        result.kind === 'ok'
          ? { kind: 'ok', opened: result.value }
          : { kind: 'failed', message: message ?? '' },
      )
    })
    return () => {
      gone = true
    }
  }, [list, row])
  return loaded
}
