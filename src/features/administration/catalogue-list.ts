/** A screen of reference data as one declaration: its rows, columns, form and calls. */
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { CallResult } from '../../api/call-result.ts'
import type { managedRoutes } from '../../contract/administration/managed.ts'
import type { Catalogues } from '../../db/mirror/catalogues.ts'
import type { CatalogueKind, CatalogueValue } from '../../domain/catalogue/catalogue.ts'
import type { Action } from '../../domain/permissions/actions.ts'
import type { Column } from '../../ui/table/columns.ts'

export interface CatalogueList<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
> {
  readonly kind: Kind
  readonly title: string
  /** 'Novo seguro', 'Editar seguro'. */
  readonly newTitle: string
  readonly editTitle: string
  /** With its article, for what needs the network: 'salvar o seguro'. */
  readonly noun: string
  /** Who may change it; others read. */
  readonly action: Action
  /** `catalogues`: the names behind numbers; undefined until they are read. `rows`: the whole list. */
  readonly columns: (
    catalogues: Catalogues | undefined,
    rows: readonly CatalogueValue<Kind>[],
  ) => readonly Column<CatalogueValue<Kind>>[]
  /** What the search looks in, which is `nameOf`. 'Buscar por nome' by default. */
  readonly searchLabel?: string
  readonly idOf: (row: CatalogueValue<Kind>) => number
  readonly nameOf: (row: CatalogueValue<Kind>, catalogues: Catalogues | undefined) => string
  readonly isActive: (row: CatalogueValue<Kind>) => boolean
  readonly body: Body
  readonly initial: (row: CatalogueValue<Kind> | null) => z.input<Body>
  /** What devices do not mirror of a row, asked of the server before the form opens. */
  readonly load?: (token: string, row: CatalogueValue<Kind>) => Promise<CallResult<z.input<Body>>>
  readonly fields: (
    form: UseFormReturnType<z.input<Body>>,
    catalogues: Catalogues,
    /** null: a new one. */
    row: CatalogueValue<Kind> | null,
  ) => ReactNode
  readonly routes: ReturnType<typeof managedRoutes<Body, z.ZodType<CatalogueValue<Kind>>>>
  /** Something more that a row has, opened from its line. */
  readonly more?: {
    readonly action: Action
    /** Named after the row: 'Chaves de Concessionária Sul'. */
    readonly labelOf: (name: string) => string
    readonly icon: ReactNode
    readonly dialog: (row: CatalogueValue<Kind>, opened: boolean, onClose: () => void) => ReactNode
  }
  /** What is said when it was created, and when it was changed. */
  readonly saved: { readonly created: string; readonly updated: string }
}
