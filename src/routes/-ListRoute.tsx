/** A list of reference data with its filters in the address: docs/rules.md#administration */
import type { z } from 'zod'
import type { CatalogueKind } from '../domain/catalogue/catalogue.ts'
import { CatalogueScreen } from '../features/administration/CatalogueScreen.tsx'
import type { CatalogueList } from '../features/administration/catalogue-list.ts'
import { listSearchSchema } from '../features/administration/list-search.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

interface ListRouteProps<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
> {
  readonly list: CatalogueList<Kind, Body>
}

export function ListRoute<
  Kind extends CatalogueKind,
  Body extends z.ZodType<unknown, Record<string, unknown>>,
>({ list }: ListRouteProps<Kind, Body>) {
  const user = useSessionUser()
  const [search, setSearch] = useScreenSearch(listSearchSchema)
  if (user === null) return null
  return <CatalogueScreen user={user} list={list} search={search} onSearch={setSearch} />
}
