/** A screen of reference data: its declaration, columns and form; and how a row is read for its form. */
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { type CallResult, mapResult } from '../../api/call-result.ts'
import type { ManagedList } from '../../contract/administration/managed.ts'
import type { Catalogues } from '../../db/mirror/catalogues.ts'
import type { Opened } from '../../device/useRevisedSave.ts'
import type { CatalogueKind, CatalogueValue } from '../../domain/catalogue/catalogue.ts'
import type { Action } from '../../domain/permissions/actions.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import type { ListColumn } from '../../domain/sheet/list-sheet.ts'
import type { Column } from '../../ui/table/columns.ts'

interface ListScreen<Kind extends CatalogueKind, Body extends z.ZodType<unknown, Record<string, unknown>>> {
  readonly title: string
  /** `catalogues`: the names behind numbers; undefined until they are read. `rows`: the whole list. */
  readonly columns: (
    catalogues: Catalogues | undefined,
    rows: readonly CatalogueValue<Kind>[],
  ) => readonly Column<CatalogueValue<Kind>>[]
  /** 'Buscar por nome' by default. */
  readonly searchLabel?: string
  /** What the search looks in; `nameOf` by default. */
  readonly searchedIn?: (row: CatalogueValue<Kind>) => string
  readonly idOf: (row: CatalogueValue<Kind>) => number
  readonly nameOf: (row: CatalogueValue<Kind>, catalogues: Catalogues | undefined) => string
  readonly isActive: (row: CatalogueValue<Kind>) => boolean
  readonly initial: (row: CatalogueValue<Kind> | null) => z.input<Body>
  /** With what devices do not mirror of a row; without it the form begins with `initial` of the read row. */
  readonly load?: (token: string, id: number) => Promise<CallResult<Opened<z.input<Body>>>>
  readonly fields: (
    form: UseFormReturnType<z.input<Body>>,
    catalogues: Catalogues,
    about: {
      /** null: a new one. */
      readonly row: CatalogueValue<Kind> | null
      readonly user: SessionUser
    },
  ) => ReactNode
  /** Of the list's sheet; without them it is not exported. */
  readonly sheet?: (
    catalogues: Catalogues | undefined,
    rows: readonly CatalogueValue<Kind>[],
  ) => readonly ListColumn<CatalogueValue<Kind>>[]
  /** Creates rows in a way of its own; by default `fields` of one row. */
  readonly newDialog?: (user: SessionUser, onClose: () => void) => ReactNode
  /** Why the list is empty, and what comes first. */
  readonly whenEmpty?: (catalogues: Catalogues | undefined) => string
  /** What waits for a decision about the list, above it. */
  readonly above?: (user: SessionUser) => ReactNode
  /** Something more that a row has, opened from its line. */
  readonly more?: {
    readonly action: Action
    /** Named after the row: 'Chaves de Concessionária Sul'. */
    readonly labelOf: (name: string) => string
    /** The same where the row is plain from the place: 'Chaves'. */
    readonly tip: string
    readonly icon: ReactNode
    readonly dialog: (row: CatalogueValue<Kind>, opened: boolean, onClose: () => void) => ReactNode
  }
}

export type CatalogueList<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
> = ManagedList<Kind, Body> & ListScreen<Kind, Body>

/** Returns the list with its screen. */
export const catalogueList = <
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
>(
  managed: ManagedList<Kind, Body>,
  screen: ListScreen<Kind, Body>,
): CatalogueList<Kind, Body> => ({ ...managed, ...screen })

/** Returns the row as the server has it now, for its form: a mirror may be behind. */
export async function readRow<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
>(list: CatalogueList<Kind, Body>, token: string, id: number): Promise<CallResult<Opened<z.input<Body>>>> {
  if (list.load !== undefined) return list.load(token, id)
  return mapResult(await call(list.read, { token, params: { id } }), (row) => ({
    id,
    revision: row.revision,
    values: list.initial(row),
  }))
}
