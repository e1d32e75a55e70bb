/** Creates or changes a row of reference data. */
import { useEffect, useState } from 'react'
import '@mantine/core/styles/Switch.layer.css'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import type { CallResult } from '../../api/call-result.ts'
import { failureWords, online } from '../../device/online.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import type { CatalogueKind, CatalogueValue } from '../../domain/catalogue/catalogue.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { AlertDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDialog, type SaveOutcome } from '../../ui/FormDialog.tsx'
import { problemsOf } from '../../ui/form-problems.ts'
import { notify } from '../../ui/notify.ts'
import { nudgeSync } from '../../workers/sync-bridge.ts'
import type { CatalogueList } from './catalogue-list.ts'

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

/** What a failed save says, with the sentences of the fields. */
export function refusal(result: CallResult<unknown>, what: string): SaveOutcome {
  const message = failureWords(result, what)
  if (message === null) return { kind: 'saved' }
  const errors = result.kind === 'refused' ? result.body.errors : undefined
  return { kind: 'refused', message, ...(errors === undefined ? {} : { errors }) }
}

export function CatalogueDialog<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
>({ user, list, row, onClose }: CatalogueDialogProps<Kind, Body>) {
  const catalogues = useCatalogues(user.id)
  const save = async (body: z.input<Body>): Promise<SaveOutcome> => {
    const result = await online(async (token) =>
      row === null
        ? call(list.routes.create, { token, body })
        : call(list.routes.update, { token, params: { id: list.idOf(row) }, body }),
    )
    if (result.kind !== 'ok') return refusal(result, `salvar ${list.noun}`)
    nudgeSync()
    notify.saved(row === null ? list.saved.created : list.saved.updated)
    return { kind: 'saved' }
  }
  const loaded = useLoaded(list, row)
  if (catalogues === undefined || loaded.kind === 'loading') return null
  if (loaded.kind === 'failed')
    return (
      <AlertDialog opened title="Não foi possível abrir o cadastro" onClose={onClose}>
        {loaded.message}
      </AlertDialog>
    )
  return (
    <FormDialog
      title={row === null ? list.newTitle : list.editTitle}
      initial={loaded.values}
      validate={(values) => problemsOf(list.body, values)}
      onSave={save}
      onClose={onClose}
    >
      {(form) => list.fields(form, catalogues, row)}
    </FormDialog>
  )
}

type Loaded<Values> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ok'; readonly values: Values }

/** The form's first values: from the mirror, or from the server where devices do not mirror all of them. */
function useLoaded<Kind extends CatalogueKind, Body extends z.ZodType<unknown, Record<string, unknown>>>(
  list: CatalogueList<Kind, Body>,
  row: CatalogueValue<Kind> | null,
): Loaded<z.input<Body>> {
  const { load } = list
  const asks = load !== undefined && row !== null
  const [loaded, setLoaded] = useState<Loaded<z.input<Body>>>(() =>
    asks ? { kind: 'loading' } : { kind: 'ok', values: list.initial(row) },
  )
  useEffect(() => {
    if (load === undefined || row === null) return
    let gone = false
    void online((token) => load(token, row)).then((result) => {
      if (gone) return
      const message = failureWords(result, `editar ${list.noun}`)
      setLoaded(
        result.kind === 'ok'
          ? { kind: 'ok', values: result.value }
          : { kind: 'failed', message: message ?? '' },
      )
    })
    return () => {
      gone = true
    }
  }, [load, row, list.noun])
  return loaded
}
